import { describe, expect, it } from "vitest";
import { readAddresses } from "./subscriber-form.server";

describe("Addresses of an import", () => {
  it.each([
    ["one per line", "a@x.example\n b@x.example \r\n\nc@x.example", ["a@x.example", "b@x.example", "c@x.example"]],
    ["in one line", "a@x.example, b@x.example; Clara Voss <c@x.example>", ["a@x.example", "b@x.example", "c@x.example"]],
    ["as CSV", 'Name;E-Mail;Stadt\n"Voss, Clara";"c@x.example";Kiel', ["c@x.example"]],
    ["with a line that has none", "a@x.example\nb.x.example", ["a@x.example", "b.x.example"]],
    ["with nothing else", "anna", ["anna"]],
    ["empty", " \n ;; ", []],
  ])("are read %s", (_, text, addresses) => {
    expect(readAddresses(text)).toEqual(addresses);
  });
});
