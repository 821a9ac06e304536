import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invalidSchema, refusalSchema } from "../../../contract/errors";
import { exportSchema } from "../../../contract/rest/exports";
import { articleFields } from "../../support/articles";
import type { World } from "../../support/harness";
import { expectShape, openWorldBehindTheDoor, ways } from "../../support/transports";

describe.each(ways)("the contract of exports $transport, on $engine", (way) => {
  let world: World;
  let article: string;
  beforeAll(async () => {
    world = await openWorldBehindTheDoor(way);
    const content = articleFields(await world.folderId("presseschau"), { title: "Brücken" });
    article = (await world.as("henrike").post("/contents", { content })).body.id;
  });
  afterAll(() => world.close());

  test("Henrike asks for an export, is told how far it is, and its address answers without a session", async () => {
    const asked = await world.as("henrike").post("/exports", { export: { content_ids: article, title: "Presse" } });
    expect(asked.status).toBe(201);
    const made = expectShape(exportSchema, asked.body);
    expect(made).toMatchObject({ title: "Presse", format: "html", content_ids: [article], left_out: 0 });
    const shown = await world.as("henrike").get(`/exports/${made.id}`);
    expect(expectShape(exportSchema, shown.body)).toMatchObject({ id: made.id, url: made.url });
    const { pathname, search } = new URL(made.url);
    const file = await world.visitor.request(pathname + search, {});
    expect([200, 409]).toContain(file.status);
    await file.body?.cancel();
  });

  test("refusals have the shapes of all others", async () => {
    const refused = await world.as("henrike").post("/exports", { export: { content_ids: "" } });
    expect(refused.status).toBe(422);
    expect(Object.keys(expectShape(invalidSchema, refused.body).errors).sort()).toEqual(["content_ids", "title"]);
    const hidden = await world.as("henrike").get(`/exports/${article}`);
    expect(hidden.status).toBe(404);
    expectShape(refusalSchema, hidden.body);
  });
});
