import { expect, it } from "vitest";
import { quotedTerm } from "./quoted-term";

it.each([
  ["words", "Gleis 9", "Gleis 9", "Gleis 9"],
  ["one phrase", '"Gleis 9"', "Gleis 9", "Gleis 9"],
  ["one phrase in other marks", "„Gleis 9“", "Gleis 9", "Gleis 9"],
  ["a phrase among words", 'Umbau "Gleis 9" -Celle', "Umbau ‚Gleis 9‘ -Celle", "Umbau ‘Gleis 9’ -Celle"],
  ["two phrases", '"Gleis 9" "Halle 3"', "‚Gleis 9‘ ‚Halle 3‘", "‘Gleis 9’ ‘Halle 3’"],
  ["a phrase that is not closed", 'Umbau "Gleis', "Umbau ‚Gleis", "Umbau ‘Gleis"],
  ["nothing but marks", '""', "‚‘", "‘’"],
])("A term can be put in quotation marks without nesting the same ones: %s", (_, term, german, english) => {
  expect([quotedTerm(term, "de"), quotedTerm(term, "en")]).toEqual([german, english]);
});
