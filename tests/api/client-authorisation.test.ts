import { afterAll, beforeAll, describe } from "vitest";
import { describeAuthorisation } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { type OpenWorld, openWorld } from "../support/harness";

describe("Who may do what with a workspace", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const sql = async (text: string, values: unknown[]): Promise<string> =>
    (await world.services.database.pool.query(text, values)).rows[0]?.id;

  /** Somebody whose profile everybody may see, so that they are refused rather than not found. */
  const somebody = async () =>
    sql(
      `insert into users (client_id, email, password_hash, role, visibility)
       select client_id, $2, '', 'editor', 'is_public' from users where id = $1 returning id`,
      [await world.userId("anna"), `${crypto.randomUUID()}@demo.example`],
    );
  const invitation = async () =>
    sql(
      `insert into invitations (client_id, email, role, user_id, expires_at)
       select client_id, $2, 'editor', id, now() + interval '1 day' from users where id = $1 returning id`,
      [await world.userId("anna"), `${crypto.randomUUID()}@partner.example`],
    );
  const withMember = (call: (caller: Caller, id: string) => ReturnType<Caller["get"]>) => async (caller: Caller) =>
    call(caller, await somebody());
  const withInvitation = (call: (caller: Caller, id: string) => ReturnType<Caller["get"]>) => async (caller: Caller) =>
    call(caller, await invitation());

  const member = { action: "member:manage", place: "workspace" } as const;
  const invited = { action: "invitation:manage", place: "workspace" } as const;

  describeAuthorisation(() => world, { ...member, name: "GET /users", isOfOwnWorkspace: true, send: (caller) => caller.get("/users") });
  describeAuthorisation(() => world, {
    ...member,
    name: "PUT /users/{id} with a role",
    send: withMember((caller, id) => caller.put(`/users/${id}`, { user: { role: "reader" } })),
  });
  describeAuthorisation(() => world, {
    ...member,
    name: "GET /users/{id}/removal",
    send: withMember((caller, id) => caller.get(`/users/${id}/removal`)),
  });
  describeAuthorisation(() => world, {
    ...member,
    name: "DELETE /users/{id}",
    send: withMember((caller, id) => caller.delete(`/users/${id}`)),
  });
  describeAuthorisation(() => world, {
    ...member,
    name: "GET /memberships of a person",
    send: withMember((caller, id) => caller.get(`/memberships?user_id=${id}`)),
  });

  describeAuthorisation(() => world, {
    ...invited,
    name: "GET /invitations",
    isOfOwnWorkspace: true,
    send: (caller) => caller.get("/invitations"),
  });
  describeAuthorisation(() => world, {
    ...invited,
    name: "POST /invitations",
    isOfOwnWorkspace: true,
    send: (caller) =>
      caller.post("/invitations", { invitation: { email_addresses: [`${crypto.randomUUID()}@partner.example`], role: "editor" } }),
  });
  describeAuthorisation(() => world, {
    ...invited,
    name: "PUT /invitations/{id}",
    send: withInvitation((caller, id) => caller.put(`/invitations/${id}`, { invitation: { role: "admin" } })),
  });
  describeAuthorisation(() => world, {
    ...invited,
    name: "POST /invitations/{id}/mail",
    send: withInvitation((caller, id) => caller.post(`/invitations/${id}/mail`)),
  });
  describeAuthorisation(() => world, {
    ...invited,
    name: "GET /invitations/{id}/removal",
    send: withInvitation((caller, id) => caller.get(`/invitations/${id}/removal`)),
  });
  describeAuthorisation(() => world, {
    ...invited,
    name: "DELETE /invitations/{id}",
    send: withInvitation((caller, id) => caller.delete(`/invitations/${id}`)),
  });

  const clientId = async (): Promise<string> => (await world.as("anna").get(`/users/${await world.userId("anna")}`)).body.client.id;
  describeAuthorisation(() => world, {
    action: "workspace:update",
    place: "workspace",
    name: "PUT /clients/{id} with settings",
    send: async (caller) => caller.put(`/clients/${await clientId()}`, { client: { name: "Nordbahn" } }),
  });
  describeAuthorisation(() => world, {
    action: "theme:update",
    place: "workspace",
    name: "PUT /clients/{id} with a theme",
    send: async (caller) => caller.put(`/clients/${await clientId()}`, { client: { theme: null } }),
  });

  const tag = async () =>
    sql("insert into tags (client_id, name, slug) select client_id, $2, $2 from users where id = $1 returning id", [
      await world.userId("anna"),
      crypto.randomUUID(),
    ]);
  const tags = { action: "tag:manage", place: "workspace" } as const;
  describeAuthorisation(() => world, {
    ...tags,
    name: "GET /tags/used",
    isOfOwnWorkspace: true,
    send: (caller) => caller.get("/tags/used"),
  });
  describeAuthorisation(() => world, {
    ...tags,
    name: "POST /tags",
    isOfOwnWorkspace: true,
    send: (caller) => caller.post("/tags", { tag: { name: crypto.randomUUID() } }),
  });
  for (const [name, call] of [
    ["GET /tags/{id}", (caller: Caller, id: string) => caller.get(`/tags/${id}`)],
    ["GET /tags/{id}/removal", (caller: Caller, id: string) => caller.get(`/tags/${id}/removal`)],
    ["PUT /tags/{id}", (caller: Caller, id: string) => caller.put(`/tags/${id}`, { tag: { name: crypto.randomUUID() } })],
    ["DELETE /tags/{id}", (caller: Caller, id: string) => caller.delete(`/tags/${id}`)],
  ] as const)
    describeAuthorisation(() => world, { ...tags, name, send: async (caller) => call(caller, await tag()) });
  describeAuthorisation(() => world, {
    ...tags,
    name: "POST /tags/{id}/merge",
    send: async (caller) => {
      const [id, into] = [await tag(), await tag()];
      const { rows } = await world.services.database.pool.query("select name from tags where id = $1", [into]);
      return caller.post(`/tags/${id}/merge`, { tag: { into: rows[0].name } });
    },
  });
});
