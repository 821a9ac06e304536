import { expect, test } from "vitest";
import { z } from "zod";
import { translator } from "~/i18n/resources.server";
import { addPeople, optionalPeople, requiredPeople } from "./add-people.server";
import type { Person } from "./find-person.server";
import { readForm } from "./read-form.server";

const people: Person[] = [
  { id: "1", firstName: "Clara", lastName: "Weber", email: "clara@demo.example", avatarUrls: { thumb: null } },
  { id: "2", firstName: "Jörg", lastName: "Kunz, MdB", email: "joerg@demo.example", avatarUrls: { thumb: null } },
];

/** Finds people as the API does: by a part of the name or address. */
const find = async (term: string) => ({
  ok: true as const,
  data: people.filter(({ firstName, lastName, email }) => `${firstName} ${lastName} ${email}`.toLowerCase().includes(term.toLowerCase())),
});

test.each([
  ["clara@demo.example, ", ["Clara Weber"], ""],
  ["Clara", ["Clara Weber"], ""],
  ["Jörg Kunz, MdB", ["Jörg Kunz, MdB"], ""],
  ["clara@demo.example, joerg@demo.example, ", ["Clara Weber", "Jörg Kunz, MdB"], ""],
  ["clara@demo.example; Niemand", ["Clara Weber"], "Niemand"],
  [" , ", [], " , "],
])("From %j, %j are added", async (typed, added, left) => {
  const add = async () => ({ ok: true as const, data: undefined });
  expect(await addPeople(typed, { find, add }, translator("de"))).toMatchObject({ added, left });
});

test("Addresses are not searched for as one name, and a name that is too long is an error of the field", async () => {
  const terms: string[] = [];
  const add = async () => ({ ok: true as const, data: undefined });
  const addresses = "clara@demo.example, joerg@demo.example";
  await addPeople(addresses, { find: (term) => find(terms[terms.push(term) - 1] ?? ""), add }, translator("de"));
  expect(terms).toEqual(addresses.split(", "));
  const body = new FormData();
  body.append("person", `Clara, ${"x".repeat(1001)}`);
  expect(readForm(body, z.object({ person: requiredPeople }), translator("de"))).toMatchObject({
    form: { errors: { person: ["Bitte kürzen Sie auf höchstens 1000 Zeichen."] } },
  });
});

test.each([
  [["clara@demo.example", "joerg@demo.example", ""], "clara@demo.example, joerg@demo.example"],
  [["clara@demo.example", "Niemand"], "clara@demo.example, Niemand"],
  [["Niemand"], "Niemand"],
  [[" ", "\u0000"], null],
  [[], null],
])("A form with %j names %j", (sent, named) => {
  const body = new FormData();
  for (const text of sent) body.append("person", text);
  expect(readForm(body, z.object({ person: optionalPeople }), translator("de"))).toMatchObject({ ok: true, value: { person: named } });
  const required = readForm(body, z.object({ person: requiredPeople }), translator("de"));
  if (named) expect(required).toMatchObject({ ok: true, value: { person: named } });
  else expect(required).toMatchObject({ ok: false, form: { errors: { person: ["Dies ist ein Pflichtfeld"] } } });
});
