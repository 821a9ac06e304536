import { expect, test } from "vitest";
import { translator } from "~/i18n/resources.server";
import { readAuditQuery, toSuggestions } from "./audit-query.server";

const avatarUrls = { thumb: null };

/** The first two have the same name; the first has left. */
const people = [
  { id: "left", firstName: "Ole", lastName: "Hansen", email: "", avatarUrls },
  { id: "here", firstName: "Ole", lastName: "Hansen", email: "ole@demo.example", avatarUrls },
  { id: "jana", firstName: "Jana", lastName: "Petersen", email: "jana@demo.example", avatarUrls },
];
const upstream = {
  get: async (_: string, __: unknown, { term }: { term: string }) =>
    people.filter(({ firstName, lastName, email }) => `${firstName} ${lastName} ${email}`.includes(term)),
} as unknown as Parameters<typeof readAuditQuery>[0];

const read = (query: Record<string, string>) =>
  readAuditQuery(upstream, new URL(`https://folda.example/client/audit-log?${new URLSearchParams(query)}`), translator("en"));

test.each<[Record<string, string>, Record<string, string[]>]>([
  [{ person: "Niemand", from: "gestern", until: "2026-03-01" }, { from: ["Please enter a valid date."] }],
  [{ from: "2026-03-09", until: "2026-03-01" }, { until: ["This day is before the beginning of the period."] }],
  [{ person: "Niemand", from: "2026-03-09" }, { person: ["Nobody in your workspace matches this."] }],
])("%j cannot be looked for, which is said at its field", async (query, errors) => {
  const { form, filter } = await read(query);
  expect([form.errors, filter]).toEqual([errors, undefined]);
  expect(form.values).toMatchObject(query);
});

test("Two people of one name stay apart while the filter changes; another name is another person", async () => {
  const ofLink = { person: "Ole Hansen", user: "left" };
  const named = { ...ofLink, named: "Ole Hansen" };
  expect((await read(ofLink)).filter).toMatchObject({ userId: "left" });
  expect((await read({ ...named, until: "2026-04-05" })).filter).toMatchObject({ userId: "left", until: "2026-04-05" });
  const { form, filter } = await read({ ...named, person: "Hansen" });
  expect([form.errors.person?.[0], filter]).toEqual([expect.stringMatching(/: Ole Hansen; Ole Hansen \(ole@demo\.example\)$/), undefined]);
  expect((await read({ ...named, person: "Jana Petersen" })).filter).toMatchObject({ userId: "jana" });
});

test("Suggestions have the name as value, or the address if the name is shared", async () => {
  const suggestions = toSuggestions(people);
  expect(suggestions.map(({ value, label }) => [value, label])).toEqual([
    ["ole@demo.example", "Ole Hansen"],
    ["Jana Petersen", "Jana Petersen"],
  ]);
  for (const { value: person } of suggestions) expect((await read({ person })).form.errors).toEqual({});
});
