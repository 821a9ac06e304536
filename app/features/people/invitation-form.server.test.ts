import { expect, test } from "vitest";
import { readAddresses } from "./invitation-form.server";

test.each([
  ["a@b.example", ["a@b.example"]],
  ["a@b.example, c@d.example;e@f.example\ng@h.example\r\n", ["a@b.example", "c@d.example", "e@f.example", "g@h.example"]],
  [" ,;\n ; ", []],
  ["Ole Jansen <ole@partner.example>; <c@d.example>", ["ole@partner.example", "c@d.example"]],
  ["ohne at, a@b@c.example", ["ohne at", "a@b@c.example"]],
] as [string, string[]][])("%j contains the addresses %j", (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});
