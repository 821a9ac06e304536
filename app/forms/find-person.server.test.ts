import { describe, expect, it } from "vitest";
import { translator } from "~/i18n/resources.server";
import { findPerson, type Person } from "./find-person.server";

const person = (id: string, title: string | null, firstName: string, lastName: string): Person =>
  ({ id, title, firstName, lastName, email: `${firstName}.${lastName}@demo.example`.toLowerCase() }) as unknown as Person;

const people = [
  person("1", null, "Clara", "Weber"),
  person("2", null, "Anna", "Berg"),
  person("3", null, "Anna", "Bergmann"),
  person("4", null, "Anna", "Bergmann"),
];
const find = (typed: string, among = people) => {
  const found = findPerson(among, typed, translator("en"));
  return found.ok ? found.id : found.message;
};

describe("A person who is meant", () => {
  it("is the one with the address or name, even if others have longer names", () => {
    expect(find("anna berg")).toBe("2");
    expect(find("ANNA.BERG@demo.example")).toBe("2");
  });

  it("is the only one with all typed words in the name", () => {
    expect(find("Clara")).toBe("1");
    expect(find("weber clara")).toBe("1");
  });

  it("is not guessed from parts of words, or among several", () => {
    expect(find("Clar")).toContain("Did you mean: Clara Weber (clara.weber@demo.example)");
    expect(find("Anna")).toContain("Anna Berg (anna.berg@demo.example); Anna Bergmann");
    expect(find("Anna Bergmann")).toBe("Several people have this name. Please enter the e-mail address.");
    expect(find(" ")).toContain("Did you mean");
    expect(find("Clara", [])).toBe("Nobody in your workspace matches this.");
  });
});
