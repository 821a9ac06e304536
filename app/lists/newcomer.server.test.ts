import { expect, test } from "vitest";
import { translator } from "~/i18n/resources.server";
import { newcomersStep } from "./newcomer.server";

const t = translator("de");
const own = { visibility: "is_personal" } as const;

test("users without a team get a link to create one; readers are told to ask", () => {
  expect(newcomersStep([own], "editor", t)).toMatchObject({ title: "Sie sind noch in keinem Team", to: "/teams/new", label: "Neues Team" });
  const reader = newcomersStep([own], "reader", t);
  expect(reader?.text).toContain("Bitten Sie jemanden");
  expect(reader?.to).toBeUndefined();
  expect(newcomersStep([own, { visibility: "is_public" }], "editor", t)).toBeUndefined();
});
