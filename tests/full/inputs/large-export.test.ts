import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../../support/articles";
import { type OpenWorld, openWorld } from "../../support/harness";
import { readPdf } from "../../support/read-pdf";

describe("A large export", () => {
  let world: OpenWorld;
  let folder: string;
  beforeAll(async () => {
    world = await openWorld();
    folder = await world.folderId("nordkorridor");
  });
  afterAll(() => world.close());

  async function make(ids: string[], format: "html" | "pdf") {
    const jana = world.as("jana");
    await world.services.database.db.execute(sql`delete from rate_limits where key like 'export:%'`);
    const asked = await jana.post("/exports", { export: { content_ids: ids.join(","), format, title: "Auszug" } });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    await world.jobsDone();
    const { body } = await jana.get(`/exports/${asked.body.id}`);
    expect(body).toMatchObject({ state: "done", collected: ids.length, left_out: 0 });
    const { pathname, search } = new URL(body.url);
    return world.visitor.request(pathname + search, {});
  }
  const makePdf = async (ids: string[]) => readPdf(new Uint8Array(await (await make(ids, "pdf")).arrayBuffer()));
  async function insert(count: number, body: string): Promise<string[]> {
    const { rows } = await world.services.database.db.execute<{ id: string }>(sql`
      insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
      select f.client_id, f.id, ${await world.userId("jana")}, 'Nummer ' || n, '', ${body}, '2026-03-01'
      from folders f, generate_series(1, ${count}) n where f.id = ${folder} returning id`);
    return rows.map(({ id }) => id);
  }

  it("of 500 articles is one PDF, in their order", async () => {
    const pdf = await makePdf(await insert(500, `<p>${"Gleis und Weiche. ".repeat(20)}</p>`));
    expect(pdf.bookmarks).toEqual(Array.from({ length: 500 }, (_, n) => `Nummer ${n + 1}`));
    expect(pdf.pages.length).toBeGreaterThan(500);
  });

  it.each([
    ["text", `<p>${"Gleis und Weiche. ".repeat(11_000)}</p>`],
    ["markup", `<p>${"<b>a</b> ".repeat(1100)}</p>`],
  ])("of two articles with much %s is a PDF", async (_, body) => {
    expect((await makePdf(await insert(2, body))).bookmarks).toEqual(["Nummer 1", "Nummer 2"]);
  });

  it.each(bodies)("of %s is a PDF and a page", async (_, { title = "Beitrag", body, says }) => {
    const { id } = await fileArticle(world.as("jana"), folder, { title, body });
    const html = folded((await (await make([id], "html")).text()).replace(/<[^>]*>/g, ""));
    const pdf = folded((await makePdf([id])).pages.join("\n"));
    for (const words of says) {
      expect(pdf).toContain(words);
      expect(html).toContain(words);
    }
  });
});

const folded = (text: string) => text.replace(/[\s\u200b\u00ad-]+/g, "");

const rows = (count: number, columns: number) =>
  Array.from(
    { length: count },
    (_, row) => `<tr>${Array.from({ length: columns }, (__, column) => `<td>z${row}s${column}</td>`).join("")}</tr>`,
  ).join("");

const bodies: [string, { title?: string; body: string; says: string[] }][] = [
  ["a table of 600 rows", { body: `<table><tr><th>A</th><th>B</th><th>C</th></tr>${rows(600, 3)}</table>`, says: ["z0s0", "z599s2"] }],
  ["a table of 60 columns", { body: `<table>${rows(4, 60)}</table>`, says: ["z0s0", "z3s59"] }],
  [
    "a title of 1000 letters and a word of 5000",
    { title: "T".repeat(1000), body: `<p>${"w".repeat(5000)}</p>`, says: ["T".repeat(1000), "w".repeat(2000)] },
  ],
  [
    "a thousand rows that cover each other",
    { body: `<table>${'<tr><td colspan="999" rowspan="999">u</td></tr>'.repeat(1000)}</table>`, says: ["u"] },
  ],
];
