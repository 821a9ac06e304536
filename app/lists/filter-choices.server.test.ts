import { expect, test } from "vitest";
import { toOptions } from "./filter-choices.server";

test("Options with the same name are followed by what tells them apart, and others are not", () => {
  const found = [
    ["Kurier", "Eingang", "Presse"],
    ["Kurier", "Eingang", "Netz"],
    ["Kurier", "Vergabe", "Netz"],
    ["Hafenblatt", "Eingang", "Netz"],
  ].map(([title, folder, team], index) => ({ id: String(index), title, folder, team }));
  const options = toOptions(found, ({ title, folder, team }) => [`${title}`, `${title} (${folder})`, `${title} (${folder}, ${team})`]);
  expect(options).toEqual([
    { value: "0", label: "Kurier (Eingang, Presse)" },
    { value: "1", label: "Kurier (Eingang, Netz)" },
    { value: "2", label: "Kurier (Vergabe)" },
    { value: "3", label: "Hafenblatt" },
  ]);
});
