import { expect, it } from "vitest";
import { mergeStored, openedWith } from "./merge-stored.server";

const names = ["name", "signature", "signup"] as const;
const opened = openedWith({ name: "Nordbahn", signature: "Gruß\nNora", signup: undefined });
const merge = (typed: object, stored: object, begun: unknown = opened) =>
  mergeStored(names, { typed, opened: begun, stored }, (name, value) => `${name} is ${value}`);

it("keeps only what this person changed, and takes the rest from what is stored", () => {
  const typed = { name: "Nordbahn", signature: "Gruß\r\nvon Nora" };
  expect(merge(typed, { name: "Nordbahn AG", signature: "Gruß\nNora", signup: "on" })).toEqual({
    values: { name: "Nordbahn AG", signature: "Gruß\r\nvon Nora", signup: "on" },
    errors: {},
  });
});

it("says what is stored where both changed the same field, unless both wrote the same", () => {
  const stored = { name: "Nordbahn AG", signature: "Viele Grüße" };
  expect(merge({ name: "Nordbahn AG", signature: "Herzlich" }, stored)).toEqual({
    values: { name: "Nordbahn AG", signature: "Herzlich", signup: undefined },
    errors: { signature: ["signature is Viele Grüße"] },
  });
});

it("shows every difference where a form does not know what it began with", () => {
  for (const begun of [null, "{", "7"])
    expect(merge({ name: "Nordbahn" }, { name: "Nordbahn AG" }, begun).errors).toEqual({ name: ["name is Nordbahn AG"] });
});
