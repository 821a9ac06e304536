import { beforeAll, describe, expect, it } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

const long = (length: number) => "x".repeat(length);

/** Values for a required line → the error at the field, or the stored value. */
const lines: [string, unknown, { error?: string; stored?: unknown }][] = [
  ["nothing", undefined, { error: "This field is required" }],
  ["null", null, { error: "This field is required" }],
  ["an empty text", "", { error: "This field is required" }],
  ["only spaces", " \t\n ", { error: "This field is required" }],
  ["only control characters", "\u0000\u0007\u200e".slice(0, 2), { error: "This field is required" }],
  ["1000 characters", long(1000), { stored: long(1000) }],
  ["1001 characters", long(1001), { error: "Please shorten this to 1000 characters at most." }],
  ["100,000 characters", long(100_000), { error: "Please shorten this to 1000 characters at most." }],
  ["control characters", "Über\u0000blick\u0007\u001b[31m", { stored: "Überblick[31m" }],
  ["half a surrogate pair", "Zug\ud83d kommt", { stored: "Zug kommt" }],
  ["emoji", "Zug 🚆👩🏽‍🔧🇩🇪", { stored: "Zug 🚆👩🏽‍🔧🇩🇪" }],
  ["right-to-left text", "שלום עולם \u202eabc", { stored: "שלום עולם \u202eabc" }],
  ["markup", "<script>alert(1)</script>", { stored: "<script>alert(1)</script>" }],
  ["a number", 5, { error: "This value is not possible here." }],
  ["a list", ["a"], { error: "This value is not possible here." }],
  ["an object", { a: 1 }, { error: "This value is not possible here." }],
  ["a truth", true, { error: "This value is not possible here." }],
];

const stored = "as it was";

describe("Bad input to articles", () => {
  const world = worldForTests();
  let sabine: Caller;
  let presseschau: string;

  beforeAll(async () => {
    sabine = world.as("sabine");
    presseschau = await world.folderId("presseschau");
  });

  /** Sends the fields as a new article and as a change of one. Both responses are the same, and a rejected one changes nothing. */
  async function sendBothWays(fields: Record<string, unknown>) {
    const article = await fileArticle(sabine, presseschau, { title: stored });
    const before = (await sabine.get("/contents?per_page=1")).body.meta.total_count;
    const content = articleFields(presseschau, fields);
    const made = await sabine.post("/contents", { content });
    const changed = await sabine.put(`/contents/${article.id}`, { content });
    expect(changed.status === 200 ? 201 : changed.status).toBe(made.status);
    if (made.status === 422) {
      expect(changed.body).toEqual(made.body);
      expect((await sabine.get("/contents?per_page=1")).body.meta.total_count).toBe(before);
      expect((await sabine.get(`/contents/${article.id}`)).body).toEqual(article);
    }
    return made;
  }

  it.each(lines)("title: %s", async (_, value, { error, stored }) => {
    const answer = await sendBothWays({ title: value });
    if (error) expect([answer.status, answer.body]).toEqual([422, { errors: { title: [error] } }]);
    else expect([answer.status, answer.body.title]).toEqual([201, stored]);
  });

  it.each<[string, string, number]>([
    ["an empty paragraph", "<p> </p><p>&nbsp;</p>", 422],
    ["only a script", "<script>alert(1)</script>", 422],
    ["only a picture", '<img src="https://x.example/a.png">', 422],
    ["an empty table", "<table><tr><td></td></tr></table>", 422],
    ["200,000 characters", long(200_000), 201],
    ["30,000 different words", Array.from({ length: 30_000 }, (_, n) => `w${n.toString(36)}`).join(" "), 201],
    ["words of many alphabets", Array.from({ length: 40_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(" "), 201],
    ["a word of 100,000 hyphens", "a-".repeat(50_000), 201],
    ["emoji and right-to-left text", "🚆 שלום", 201],
  ])("body: %s", async (_, body, status) => {
    const answer = await sendBothWays({ body });
    expect(answer.status).toBe(status);
    if (status === 422) expect(Object.keys(answer.body.errors)).toEqual(["body"]);
  });

  it.each<[string, string, unknown]>([
    ["source_url", "this machine", "http://localhost:3000/"],
    ["source_url", "an address of the network", "http://10.0.0.1/x"],
    ["source_url", "the same in hexadecimal", "http://0x7f000001/"],
    ["countries", "no country", ["ZZ"]],
    ["folder_id", "no id", "nordkorridor"],
  ])("%s: %s", async (field, _, value) => {
    const answer = await sendBothWays({ [field]: value });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it("Every wrong field is named at once", async () => {
    const { status, body } = await sabine.post("/contents", {
      content: { folder_id: crypto.randomUUID(), body: "<p></p>", title: "x", tags: ["x"], published_at: "2026-01-01", countries: ["ZZ"] },
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["body", "countries", "folder_id"]]);
    expect(Object.keys((await sabine.post("/contents", { content: {} })).body.errors).sort()).toEqual([
      "body",
      "folder_id",
      "tags",
      "title",
    ]);
  });

  it("Messages are in the language of the request", async () => {
    const { body } = await sabine.post(
      "/contents",
      { content: articleFields(await world.folderId("fremde")) },
      { "Accept-Language": "de-DE" },
    );
    expect(body.errors.folder_id).toEqual(["In diese Folda können Sie keine Beiträge ablegen. Bitte wählen Sie eine andere."]);
  });

  it("Of a field sent twice the last counts, and fields that nobody knows change nothing", async () => {
    const fields = JSON.stringify(
      articleFields(presseschau, {
        id: crypto.randomUUID(),
        user_id: "x",
        client_id: "y",
        views: 99,
        lock_version: 7,
        __proto__: {},
        constructor: 1,
      }),
    );
    const body = `{"content":${fields.replace('"title":', '"title":"first","title":')}}`;
    const response = await sabine.request("/contents", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const article = await response.json();
    expect([response.status, article.title, article.views, article.lock_version, article.user.last_name]).toEqual([
      201,
      articleFields("").title,
      0,
      0,
      "Ostermann",
    ]);
  });

  it("an Idempotency-Key of 201 characters is refused", async () => {
    const answer = await sabine.post("/contents", { content: articleFields(presseschau) }, { "Idempotency-Key": long(201) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["idempotency-key"]]);
  });

  it.each(["no-id", "%27%20or%201%3D1", crypto.randomUUID()])("there is no article %s to change", async (id) => {
    expect((await sabine.put(`/contents/${id}`, { content: articleFields(presseschau) })).status).toBe(404);
  });
});
