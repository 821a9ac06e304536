import { describe, expect, it } from "vitest";
import { isoDay } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import type { Article } from "~/upstream/articles.server";
import {
  articleValues,
  editedSince,
  fingerprint,
  newArticleValues,
  readArticleForm,
  toArticleFields,
  whyUnread,
} from "./article-form.server";

const t = translator("en");
const required = "This field is required";

/** A form body as the browser posts it: fields by name, with a list for a field with several values. */
type Posted = Record<string, string | string[]>;

const filled: Posted = {
  title: "Neue Brücke bei Uelzen",
  body: "Ein *guter* Tag.\n\nMehr dazu morgen.",
  folderId: "nordkorridor",
  publishedAt: "2026-03-01",
  tags: ["Bau"],
};

function posted(fields: Posted): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return body;
}

const read = (changes: Posted = {}) => readArticleForm(posted({ ...filled, ...changes }), t);

async function fieldsOf(changes: Posted = {}) {
  const reading = await read(changes);
  if (!reading.ok) throw new Error(JSON.stringify(reading.form.errors));
  return toArticleFields(reading.value);
}

async function errorsOf(changes: Posted): Promise<Partial<Record<string, string[]>>> {
  const reading = await read(changes);
  return reading.ok ? {} : reading.form.errors;
}

describe("The article form", () => {
  it("requires title, text, folder, date and a tag", async () => {
    const reading = await readArticleForm(posted({}), t);
    expect(reading.ok ? {} : reading.form.errors).toEqual({
      title: [required],
      body: [required],
      folderId: [required],
      publishedAt: [required],
      tags: [required],
    });
    expect(await errorsOf({ tags: [] })).toEqual({ tags: [required] });
  });

  it("sends the API what was typed, and unchecked switches as off", async () => {
    expect(await fieldsOf({ shareable: "on", key: "k1", lockVersion: "3", pictures: ["https://paper.example/a.png"] })).toEqual({
      title: "Neue Brücke bei Uelzen",
      body: "<p>Ein <em>guter</em> Tag.</p><p>Mehr dazu morgen.</p>",
      folderId: "nordkorridor",
      publishedAt: "2026-03-01",
      tags: ["Bau"],
      countries: [],
      sourceUrl: null,
      author: null,
      sourceName: null,
      language: null,
      priority: "normal",
      shareable: true,
      external: false,
    });
  });

  it("splits new tags at commas and drops repetitions", async () => {
    expect((await fieldsOf({ tags: ["Bau", "Netz"], newTags: " Brücken ,, Bau,  neues   Thema " }))?.tags).toEqual([
      "Bau",
      "Netz",
      "Brücken",
      "neues Thema",
    ]);
    expect((await fieldsOf({ tags: [], newTags: "Brücken" }))?.tags).toEqual(["Brücken"]);
  });

  it.each<[string, Posted, Record<string, string[]>]>([
    ["a blank title", { title: " \n\u0000" }, { title: [required] }],
    ["a long title", { title: "x".repeat(1001) }, { title: ["Please shorten this to 1000 characters at most."] }],
    ["two titles", { title: ["a", "b"] }, { title: ["This value is not possible here."] }],
    ["a blank text", { body: " \n " }, { body: [required] }],
    ["an invisible text", { body: "\u2060\u00ad" }, { body: [required] }],
    ["a long text", { body: "x".repeat(200_001) }, { body: ["Please shorten this to 200000 characters at most."] }],
    ["a date in the German format", { publishedAt: "01.03.2026" }, { publishedAt: ["Please enter a valid date."] }],
    ["an invalid date", { publishedAt: "2026-02-30" }, { publishedAt: ["Please enter a valid date."] }],
    ["an unknown priority", { priority: "urgent" }, { priority: ["Please choose one of the options offered."] }],
    ["commas for tags", { tags: [], newTags: " , ," }, { tags: [required] }],
    ["a long tag", { tags: ["x".repeat(101)] }, { tags: ["Please shorten this to 100 characters at most."] }],
    ["a long new tag", { newTags: "x".repeat(101) }, { tags: ["Please shorten this to 100 characters at most."] }],
    ["51 tags", { tags: Array.from({ length: 51 }, (_, n) => `Tag ${n}`) }, { tags: ["Please enter 50 entries at most."] }],
    ["an invalid version", { lockVersion: "x" }, { lockVersion: ["This value is not possible here."] }],
  ])("reports %s and keeps the input", async (_, changes, errors) => {
    expect(await errorsOf(changes)).toEqual(errors);
    const reading = await read(changes);
    const [[name = "", value] = []] = Object.entries(changes).filter(([, one]) => one.length > 0);
    expect(reading.ok ? {} : reading.form.values).toMatchObject({ [name]: Array.isArray(value) && value.length === 1 ? value[0] : value });
  });

  it.each([
    "<p>Haus<strong>halts</strong>ausschuss</p>",
    "<p><strong>a</strong><em>b</em> und <u>c</u>d</p>",
    "<p>Kolleg<em>*innen</em></p>",
    "<ul><li>Haus<strong>halt</strong>splan</li><li>Etat</li></ul>",
    "<table><tr><td></td><td>Wert</td></tr><tr><td>Celle</td><td></td></tr></table>",
    "<p>שלום <strong>a</strong>b</p>",
  ])("keeps the formatting of %s if another paragraph is added without JavaScript", async (body) => {
    const values = await articleValues({ countries: [], tags: [], source: {}, body } as unknown as Article);
    expect((await fieldsOf({ body: `${values.body}\r\n\r\nMehr` }))?.body).toBe(`${body}<p>Mehr</p>`);
  });

  it("removes other invisible characters from the text, and joiners from the HTML", async () => {
    const body = "Haus\u00adhalt\u200b und\u2060 **D**\u2060ie\u0000";
    expect((await fieldsOf({ body }))?.body).toBe("<p>Haushalt und <strong>D</strong>ie</p>");
  });

  it.each(["javascript:alert(1)", "kein link", "https://user:secret@paper.example/"])(
    "does not take %s for an address",
    async (sourceUrl) => {
      expect(Object.keys(await errorsOf({ sourceUrl }))).toEqual(["sourceUrl"]);
    },
  );

  it("completes a URL", async () => {
    expect((await fieldsOf({ sourceUrl: " paper.example/a " }))?.sourceUrl).toBe("https://paper.example/a");
  });

  it("cleans single-line fields before it checks their length", async () => {
    expect(await fieldsOf({ title: "  Zug\u0000  kommt\t🚆 ", author: " \n" })).toMatchObject({ title: "Zug kommt 🚆", author: null });
    expect((await fieldsOf({ title: "<script>alert(1)</script>" }))?.title).toBe("<script>alert(1)</script>");
  });
});

describe("The values of the form", () => {
  it("default to today and the folder the form was opened in, with a new key each time", () => {
    const values = newArticleValues("presseschau", { shareable: true, external: true });
    expect(values).toMatchObject({ folderId: "presseschau", publishedAt: isoDay(), priority: "normal", shareable: "on", external: "on" });
    expect(newArticleValues(undefined, { shareable: false, external: false }).key).not.toBe(values.key);
  });

  it("of an existing article convert back to the same article", async () => {
    const article = {
      id: "1",
      title: "Neue Brücke",
      body: "<p>Ein <em>guter</em> Tag.</p>",
      author: null,
      source: { name: "Zeitung", url: null },
      sourceUrl: "https://paper.example/a",
      publishedAt: "2026-03-01",
      folderId: "nordkorridor",
      priority: "high",
      shareable: false,
      external: true,
      language: "de",
      lockVersion: 4,
      tags: [{ id: "t", name: "Bau", slug: "bau" }],
      countries: [{ code: "DE", name: "Germany" }],
    } as unknown as Article;
    const values = Object.entries(await articleValues(article)).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    );
    const reading = await readArticleForm(posted(Object.fromEntries(values)), t);
    expect(reading.ok && { ...(await toArticleFields(reading.value)), lockVersion: reading.value.lockVersion }).toEqual({
      title: "Neue Brücke",
      body: "<p>Ein <em>guter</em> Tag.</p>",
      author: null,
      sourceName: "Zeitung",
      sourceUrl: "https://paper.example/a",
      publishedAt: "2026-03-01",
      folderId: "nordkorridor",
      priority: "high",
      shareable: false,
      external: true,
      language: "de",
      tags: ["Bau"],
      countries: ["DE"],
      lockVersion: 4,
    });
  });
});

describe("Fetching again", () => {
  const fetched = JSON.stringify(Object.fromEntries(["title", "body", "author"].map((name) => [name, fingerprint(`${name} 1\n\n2`)])));

  it("keeps only what was edited since, including emptied fields", () => {
    const values = { fetched, title: "title 1 2", body: "body 1\r\n\r\n2", author: "" };
    expect(editedSince(values)).toEqual({ author: "" });
    expect(editedSince({ ...values, body: "eigener Text" })).toEqual({ author: "", body: "eigener Text" });
  });

  it.each([undefined, "x", "[]", '{"folderId":"a"}'])("ignores invalid fingerprints: %s", (nonsense) => {
    expect(editedSince({ title: "Titel", fetched: nonsense })).toEqual({});
  });
});

const later = t("articles:import.failed");
const reason = "There is no such page.";

it.each([
  [{ status: 422, code: "not_found", errors: { url: [reason] }, message: later }, reason],
  [{ status: 422, code: "timeout", errors: { url: [reason] }, message: later }, later],
  [{ status: 429, errors: {}, message: "Please wait." }, "Please wait."],
  [{ status: 503, errors: {} }, later],
  // From an API that returns only a code, which may be unknown.
  [{ status: 422, code: "pdf", errors: {} }, t("errors:page.pdf", { host: "paper.example", max: 0 })],
  [{ status: 422, code: "haunted", errors: {} }, t("errors:page.unreadable", { host: "paper.example", max: 0 })],
])("After %j, a form says %j", (refusal, text) =>
  expect(whyUnread({ ok: false, ...refusal }, new URL("https://paper.example/a"), t)).toBe(text),
);
