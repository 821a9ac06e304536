import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { invalidSchema, refusalSchema } from "../../../contract/errors";
import { folderRemovalSchema, folderSchema, shownFolderSchema } from "../../../contract/rest/folders";
import { membershipListSchema, membershipSchema } from "../../../contract/rest/memberships";
import { ownershipSchema } from "../../../contract/rest/ownerships";
import { sessionSchema } from "../../../contract/rest/session";
import { teamRemovalSchema, teamSchema } from "../../../contract/rest/teams";
import { personSchema, userSchema } from "../../../contract/rest/users";
import { credentialsOf, type World } from "../../support/harness";
import { expectShape, openWorldBehindTheDoor, ways } from "../../support/transports";

describe.each(ways)("the contract $transport, on $engine", (way) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorldBehindTheDoor(way);
  });
  afterAll(() => world.close());

  test("POST /auth gives Jana a token, and DELETE /auth takes it back", async () => {
    const { status, body } = await world.visitor.post("/auth", credentialsOf("jana"));
    expect(status).toBe(200);
    const bearer = { Authorization: `Bearer ${expectShape(sessionSchema, body).auth_token}` };
    const end = await world.visitor.delete("/auth", bearer);
    expect([end.status, end.body]).toEqual([204, ""]);
    const again = await world.visitor.get("/teams", bearer);
    expect(again.status).toBe(401);
    expectShape(refusalSchema, again.body);
  });

  test("POST /auth refuses a wrong password with 401, an empty one with 422, nonsense with 400", async () => {
    const wrong = await world.visitor.post("/auth", { ...credentialsOf("jana"), password: "wrong" });
    expect(wrong.status).toBe(401);
    expectShape(refusalSchema, wrong.body);
    const empty = await world.visitor.post("/auth", { ...credentialsOf("jana"), password: "" }, { "Accept-Language": "de" });
    expect(empty.status).toBe(422);
    expect(expectShape(invalidSchema, empty.body).errors).toEqual({ password: ["Dies ist ein Pflichtfeld"] });
    const broken = await world.visitor.request("/auth", { method: "POST", body: "{", headers: { "Content-Type": "application/json" } });
    expect(broken.status).toBe(400);
    expectShape(refusalSchema, await broken.json());
  });

  test("GET /users/{id} gives Jana her account", async () => {
    const { status, body } = await world.as("jana").get(`/users/${await world.userId("jana")}`);
    expect(status).toBe(200);
    expect(expectShape(userSchema, body).email).toBe("jana@demo.example");
  });

  test("GET /teams and GET /teams/{id} give the same team", async () => {
    const jana = world.as("jana");
    const [first] = expectShape(z.array(teamSchema).min(6), (await jana.get("/teams")).body);
    expect(expectShape(teamSchema, (await jana.get(`/teams/${first?.id}`)).body)).toEqual(first);
  });

  test("GET /folders and GET /folders/{id} give the same folder", async () => {
    const jana = world.as("jana");
    const [first] = expectShape(z.array(folderSchema).min(13), (await jana.get("/folders")).body);
    expect(expectShape(shownFolderSchema, (await jana.get(`/folders/${first?.id}`)).body)).toEqual({ ...first, follow_id: null });
  });

  test("a folder is made, changed, counted and deleted, and so is who is responsible for it", async () => {
    const jana = world.as("jana");
    const team_id = await world.teamId("netz");
    const made = await jana.post("/folders", { folder: { name: "Weichen", team_id } }, { "Idempotency-Key": "once" });
    expect(made.status).toBe(201);
    const { id } = expectShape(folderSchema, made.body);
    const changed = await jana.put(`/folders/${id}`, { folder: { name: "Kreuzungen", team_id, lock_version: 0 } });
    expect([changed.status, expectShape(folderSchema, changed.body).lock_version]).toEqual([200, 1]);
    const stale = await jana.put(`/folders/${id}`, { folder: { name: "Weichen", team_id, lock_version: 0 } });
    expect(stale.status).toBe(409);
    expectShape(refusalSchema, stale.body);
    const recent = expectShape(z.array(folderSchema), (await jana.get(`/folders?recent=true&team_id=${team_id}`)).body);
    expect(recent.find((folder) => folder.id === id)?.recent_content_at).toEqual([]);

    const [lena] = expectShape(z.array(personSchema), (await jana.get(`/folders/${id}/people?term=lena`)).body);
    const ownership = { folder_id: id, user_id: lena?.id };
    const owned = await jana.post("/ownerships", { ownership });
    expect(owned.status).toBe(201);
    const again = await jana.post("/ownerships", { ownership });
    expect([again.status, Object.keys(expectShape(invalidSchema, again.body).errors)]).toEqual([422, ["user_id"]]);
    const { id: ownershipId } = expectShape(ownershipSchema, owned.body);
    expectShape(ownershipSchema, (await jana.put(`/ownerships/${ownershipId}`, { ownership: { role: "admin", active: false } })).body);
    expect(expectShape(z.array(ownershipSchema), (await jana.get(`/ownerships?folder_id=${id}`)).body)).toHaveLength(1);

    expect(expectShape(folderRemovalSchema, (await jana.get(`/folders/${id}/removal`)).body).contents).toBe(0);
    const gone = await jana.delete(`/folders/${id}`);
    expect([gone.status, gone.body]).toEqual([204, ""]);
    expect((await jana.get(`/folders/${id}`)).status).toBe(404);
  });

  test("a team is made, named anew, left, counted and deleted, and people are added to it and changed", async () => {
    const jana = world.as("jana");
    const made = await jana.post("/teams", { team: { name: "Fahrgastrechte" } }, { "Idempotency-Key": "once" });
    expect(made.status).toBe(201);
    const { id } = expectShape(teamSchema, made.body);
    expect(expectShape(teamSchema, (await jana.put(`/teams/${id}`, { team: { name: "Kundenrechte" } })).body).name).toBe("Kundenrechte");
    const alone = await jana.delete(`/teams/${id}/membership`);
    expect(alone.status).toBe(409);
    expectShape(refusalSchema, alone.body);

    const [lena] = expectShape(z.array(personSchema), (await jana.get(`/teams/${id}/people?term=lena`)).body);
    const membership = { team_id: id, user_id: lena?.id };
    const added = await jana.post("/memberships", { membership });
    expect(added.status).toBe(201);
    const again = await jana.post("/memberships", { membership });
    expect([again.status, Object.keys(expectShape(invalidSchema, again.body).errors)]).toEqual([422, ["user_id"]]);
    const { id: membershipId } = expectShape(membershipSchema, added.body);
    expectShape(membershipSchema, (await jana.put(`/memberships/${membershipId}`, { membership: { role: "reader" } })).body);
    const { meta } = expectShape(membershipListSchema, (await jana.get(`/memberships?team_id=${id}&role=reader&page=0`)).body);
    expect(meta.total_count).toBe(1);
    const left = await world.as("lena").delete(`/teams/${id}/membership`);
    expect([left.status, left.body]).toEqual([204, ""]);

    expect(expectShape(teamRemovalSchema, (await jana.get(`/teams/${id}/removal`)).body).memberships).toBe(1);
    const gone = await jana.delete(`/teams/${id}`);
    expect([gone.status, gone.body]).toEqual([204, ""]);
  });

  test("another workspace's ids answer 404, with a message", async () => {
    const olga = world.as("olga");
    const paths = [
      `/folders/${await world.folderId("ki")}`,
      `/teams/${await world.teamId("netz")}`,
      `/users/${await world.userId("jana")}`,
    ];
    for (const path of paths) {
      const { status, body } = await olga.get(path);
      expect(status).toBe(404);
      expectShape(refusalSchema, body);
    }
  });

  test("a body above the limit answers 413, and the next call is answered as ever", async () => {
    const { status, body } = await world.visitor.post("/auth", { workspace: "x".repeat(3_000_000) });
    expect(status).toBe(413);
    expectShape(refusalSchema, body);
    expect((await world.visitor.get("/openapi.json")).status).toBe(200);
  });

  test("the request id and the language come back", async () => {
    const { headers } = await world.visitor.get("/teams", { "X-Request-Id": "abcdefgh", "Accept-Language": "de" });
    expect([headers.get("X-Request-Id"), headers.get("Content-Language")]).toEqual(["abcdefgh", "de"]);
  });

  test("GET /openapi.json describes it to everybody", async () => {
    const { status, body } = await world.visitor.get("/openapi.json");
    expect([status, body.openapi]).toEqual([200, "3.1.0"]);
  });
});
