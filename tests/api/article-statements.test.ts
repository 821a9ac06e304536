import { beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { copyContentToFolder } from "../../contract/graphql/operations";
import { articleFields, fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

/** Finds the session. */
const authentication = 1;

describe("SQL statements of a call, besides the one that asks who is there", () => {
  const world = worldForTests();
  let nordkorridor: string;
  let article: string;
  let doomed: string;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    for (let n = 0; n < 30; n += 1) {
      doomed = article;
      const fields = { title: `Gleis ${n}`, tags: ["Gleis", `Nummer ${n}`], countries: ["DE"] };
      article = (await fileArticle(world.as("jana"), nordkorridor, fields)).id;
    }
    // Signing in and the first view of the day take statements of their own.
    await world.as("jana").get(`/contents/${article}?viewed=true`);
    await Promise.all(["anna", "clara"].map((person) => world.as(person).get("/teams")));
    // The process reads the statistics of frequent values once every few minutes.
    await world.as("jana").get("/contents?tags=gleis");
  });

  async function statementsOf(call: () => Promise<{ status: number }>, status = 200): Promise<string[]> {
    const { result, statements } = await countStatements(call);
    expect(result.status).toBe(status);
    return statements.slice(authentication);
  }

  it.each([
    ["the stream", "", 3],
    ["the stream's last page", "page=3", 2],
    ["nothing there", "tags=nothing", 1],
    ["a folder", "folder_ids=FOLDER", 3],
    ["a tag", "tags=gleis", 3],
    ["a term", "term=Gleis", 5],
    ["a term, sorted", "term=Gleis&sort_by=views", 5],
    [
      "everything at once",
      "term=Gleis&tags=gleis&countries=DE&priority=normal&folder_ids=FOLDER&sort_by=comments_count&created_at_from=2020-01-01&per_page=5",
      6,
    ],
  ])("%s", async (_, query, expected) => {
    for (const person of ["anna", "clara"]) {
      const path = `/contents?${query.replace("FOLDER", nordkorridor)}`;
      expect(await statementsOf(() => world.as(person).get(path)), person).toHaveLength(expected);
    }
  });

  it.each([
    ["an article", "/contents/ARTICLE", 1],
    ["an article that is read", "/contents/ARTICLE?viewed=true", 2],
    ["comments", "/comments/content/ARTICLE", 2],
    ["tags", "/tags", 1],
    ["tags of a folder", "/tags?folder_id=FOLDER", 1],
    ["countries", "/countries", 0],
  ])("%s", async (_, path, expected) => {
    const asked = path.replace("ARTICLE", article).replace("FOLDER", nordkorridor);
    expect(await statementsOf(() => world.as("jana").get(asked))).toHaveLength(expected);
  });

  it.each<[string, number, () => Promise<{ status: number }>, number]>([
    [
      "filing with a key, known tags and countries",
      12,
      async () =>
        world
          .as("jana")
          .post(
            "/contents",
            { content: articleFields(nordkorridor, { tags: ["Gleis"], countries: ["DE"] }) },
            { "Idempotency-Key": crypto.randomUUID() },
          ),
      201,
    ],
    [
      "filing with new tags, which the log tells",
      14,
      async () => world.as("jana").post("/contents", { content: articleFields(nordkorridor, { tags: ["Gleis", crypto.randomUUID()] }) }),
      201,
    ],
    [
      "changing",
      14,
      async () =>
        world.as("jana").put(`/contents/${article}`, { content: articleFields(nordkorridor, { tags: ["Gleis"], countries: ["DE"] }) }),
      200,
    ],
    ["commenting", 11, async () => world.as("jana").post(`/comments/content/${article}`, { body: "Gut." }), 201],
    [
      "copying",
      12,
      async () =>
        world.as("jana").post("/graphql", { query: copyContentToFolder, variables: { contentId: article, folderId: nordkorridor } }),
      200,
    ],
    ["deleting", 8, async () => world.as("jana").delete(`/contents/${doomed}`), 204],
  ])("%s: %i", async (_, expected, call, status) => {
    const statements = await statementsOf(call, status);
    expect(statements, statements.join("\n")).toHaveLength(expected);
  });
});
