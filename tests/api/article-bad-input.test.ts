import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import { lines, long } from "../support/bad-input";
import type { Caller } from "../support/caller";
import { type OpenWorld, openWorld } from "../support/harness";

const stored = "as it was";

describe("Bad input to articles", () => {
  let world: OpenWorld;
  let sabine: Caller;
  let presseschau: string;

  beforeAll(async () => {
    world = await openWorld();
    sabine = world.as("sabine");
    presseschau = await world.folderId("presseschau");
  });
  afterAll(() => world.close());

  /** Sends the fields as a new article and as a change of one; both answer alike, and a refused one leaves nothing behind. */
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

  it.each(lines.filter(([what]) => !/nothing|null|empty|only/.test(what)))(
    "author and source name: %s",
    async (_, value, { error, stored }) => {
      const answer = await sendBothWays({ author: value, source_name: value });
      if (error) expect([answer.status, answer.body]).toEqual([422, { errors: { author: [error], source_name: [error] } }]);
      else expect([answer.status, answer.body.author, answer.body.source.name]).toEqual([201, stored, stored]);
    },
  );

  it("author and source name may be missing, null, empty or blank", async () => {
    for (const value of [undefined, null, "", "  \n"]) {
      const answer = await sendBothWays({ author: value, source_name: value });
      expect([answer.status, answer.body.author, answer.body.source.name]).toEqual([201, null, null]);
    }
  });

  it.each<[string, unknown, number]>([
    ["nothing", undefined, 422],
    ["an empty text", "", 422],
    ["only spaces", "  \n ", 422],
    ["an empty paragraph", "<p> </p><p>&nbsp;</p>", 422],
    ["only a script", "<script>alert(1)</script>", 422],
    ["only a picture", '<img src="https://x.example/a.png">', 422],
    ["an empty table", "<table><tr><td></td></tr></table>", 422],
    ["a number", 7, 422],
    ["a list", ["<p>a</p>"], 422],
    ["100,000 characters", long(100_000), 201],
    ["200,000 characters", long(200_000), 201],
    ["200,001 characters", long(200_001), 422],
    ["30,000 different words", Array.from({ length: 30_000 }, (_, n) => `w${n.toString(36)}`).join(" "), 201],
    ["words of many alphabets", Array.from({ length: 40_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(" "), 201],
    ["a word of 100,000 hyphens", "a-".repeat(50_000), 201],
    ["emoji and right-to-left text", "🚆 שלום", 201],
  ])("body: %s", async (_, body, status) => {
    const answer = await sendBothWays({ body });
    expect(answer.status).toBe(status);
    if (status === 422) expect(Object.keys(answer.body.errors)).toEqual(["body"]);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["none", []],
    ["one blank one", ["  "]],
    ["a text", "Bau"],
    ["numbers", [1, 2]],
    ["one of 101 characters", [long(101)]],
    ["51 of them", Array.from({ length: 51 }, (_, n) => `Tag ${n}`)],
  ])("tags: %s", async (_, tags) => {
    const answer = await sendBothWays({ tags });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["tags"]]);
  });

  it.each<[string, string, unknown]>([
    ["source_url", "no address", "kein link"],
    ["source_url", "a script", "javascript:alert(1)"],
    ["source_url", "a file", "file:///etc/passwd"],
    ["source_url", "this machine", "http://localhost:3000/"],
    ["source_url", "an address of the network", "http://10.0.0.1/x"],
    ["source_url", "the same in hexadecimal", "http://0x7f000001/"],
    ["source_url", "credentials", "https://user:secret@paper.example/"],
    ["source_url", "2001 characters", `https://paper.example/${long(2000)}`],
    ["source_url", "a number", 1],
    ["countries", "a name", ["Germany"]],
    ["countries", "a small code", ["de"]],
    ["countries", "no country", ["ZZ"]],
    ["countries", "51 of them", Array.from({ length: 51 }, () => "DE")],
    ["published_at", "a German date", "01.03.2026"],
    ["published_at", "no day", "2026-02-30"],
    ["published_at", "a time", "2026-03-01T10:00:00Z"],
    ["published_at", "the year 0", "0000-01-01"],
    ["published_at", "the year 99", "0099-01-01"],
    ["published_at", "a number", 20260301],
    ["priority", "another one", "urgent"],
    ["priority", "null", null],
    ["shareable", "a text", "true"],
    ["external", "a number", 1],
    ["language", "a name", "German"],
    ["language", "markup", "<b>"],
    ["language", "36 characters", `de${"-abcdefgh".repeat(3)}-abcdef`],
    ["folder_id", "nothing", undefined],
    ["folder_id", "an empty text", ""],
    ["folder_id", "no id", "nordkorridor"],
    ["folder_id", "a statement", "' or 1=1 --"],
    ["folder_id", "too long", long(65)],
    ["folder_id", "a list", ["x"]],
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

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "content"],
    ["a list", []],
    ["without its name", articleFields("x")],
    ["content as text", { content: "x" }],
  ])("the whole body: %s", async (_, body) => {
    const answer = await sabine.post("/contents", body);
    expect([400, 422]).toContain(answer.status);
  });

  it("JSON that is none is refused as a request, not as a field", async () => {
    const response = await sabine.request("/contents", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{" });
    expect([response.status, await response.json()]).toEqual([400, { message: "The request cannot be understood." }]);
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

  it.each(["-1", 1.5, "1", -1])("lock_version %j is refused at its field", async (lock_version) => {
    const article = await fileArticle(sabine, presseschau);
    const { status, body } = await sabine.put(`/contents/${article.id}`, { content: articleFields(presseschau, { lock_version }) });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["lock_version"]]);
  });

  it("an Idempotency-Key of 201 characters is refused", async () => {
    const answer = await sabine.post("/contents", { content: articleFields(presseschau) }, { "Idempotency-Key": long(201) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["idempotency-key"]]);
  });

  it.each(["no-id", "0", "%27%20or%201%3D1", crypto.randomUUID(), long(65), "%00"])("there is no article %s", async (id) => {
    expect((await sabine.get(`/contents/${id}`)).status).toBe(404);
    expect((await sabine.put(`/contents/${id}`, { content: articleFields(presseschau) })).status).toBe(404);
    expect((await sabine.delete(`/contents/${id}`)).status).toBe(404);
    expect((await sabine.get(`/comments/content/${id}`)).status).toBe(404);
    expect((await sabine.delete(`/comments/${id}`)).status).toBe(404);
    expect((await sabine.get(`/attachments/${id}/file`)).status).toBe(404);
  });
});
