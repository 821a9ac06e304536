import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../../support/articles";
import { type OpenWorld, openWorld } from "../../support/harness";
import { openS3Server, type S3Server } from "../../support/s3-server";

describe("While the file store is away", () => {
  let server: S3Server;
  let world: OpenWorld;
  beforeAll(async () => {
    server = await openS3Server();
    world = await openWorld("embedded", { S3_URL: server.url });
  });
  afterAll(() => world.close());

  it("a file is not there for now, which the log says of the store and not of the database; all else goes on", async () => {
    const tobias = world.as("tobias");
    const { id } = await fileArticle(tobias, await world.folderId("bruecken"));
    const form = new FormData();
    form.set("content_id", id);
    form.set("file", new File(["Sperrung ab März"], "plan.txt"));
    const attached = await (await tobias.request("/attachments", { method: "POST", body: form })).json();
    expect((await tobias.request(attached.url, {})).status).toBe(200);

    await server.close();
    const answer = await tobias.request(attached.url, { headers: { "Accept-Language": "de" } });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
    expect((await answer.json()).message).toMatch(/^Dateien sind zurzeit nicht erreichbar/);
    const log = world.logLines.join("");
    expect(log).toContain("file store unreachable");
    expect(log).toContain("ECONNREFUSED");
    expect(log).not.toContain("database unavailable");
    expect((await tobias.get(`/contents/${id}`)).status).toBe(200);
  });
});
