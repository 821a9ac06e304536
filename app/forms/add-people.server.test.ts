import { expect, test } from "vitest";
import { translator } from "~/i18n/resources.server";
import { addPeople } from "./add-people.server";
import type { Person } from "./find-person.server";

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
