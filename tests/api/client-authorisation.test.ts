import { describe } from "vitest";
import { guarding } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Who may do what with a workspace", () => {
  const world = worldForTests();

  const sql = async (text: string, values: unknown[]): Promise<string> =>
    (await world.services.database.pool.query(text, values)).rows[0]?.id;

  /** A person with a public profile, so that they are rejected instead of not found. */
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
  const tag = async () =>
    sql("insert into tags (client_id, name, slug) select client_id, $2, $2 from users where id = $1 returning id", [
      await world.userId("anna"),
      crypto.randomUUID(),
    ]);
  const workspace = async (): Promise<string> => (await world.as("anna").get(`/users/${await world.userId("anna")}`)).body.client.id;

  const place = "workspace";
  const guard = guarding(() => world, { place });
  const ofMember = guarding(() => world, { place, make: somebody });
  const ofInvitation = guarding(() => world, { place, make: invitation });
  const ofWorkspace = guarding(() => world, { place, make: workspace });
  const ofTag = guarding(() => world, { place, make: tag });
  const [consumes, isOfOwnWorkspace] = [true, true] as const;

  guard("GET /users", "member:manage", (caller) => caller.get("/users"), { isOfOwnWorkspace });
  ofMember("PUT /users/{id} with a role", "member:manage", (caller, id) => caller.put(`/users/${id}`, { user: { role: "reader" } }));
  ofMember("GET /users/{id}/removal", "member:manage", (caller, id) => caller.get(`/users/${id}/removal`));
  ofMember("DELETE /users/{id}", "member:manage", (caller, id) => caller.delete(`/users/${id}`), { consumes });
  ofMember("GET /memberships of a person", "member:manage", (caller, id) => caller.get(`/memberships?user_id=${id}`));

  guard("GET /invitations", "invitation:manage", (caller) => caller.get("/invitations"), { isOfOwnWorkspace });
  const invite = (caller: Caller) =>
    caller.post("/invitations", { invitation: { email_addresses: [`${crypto.randomUUID()}@partner.example`], role: "editor" } });
  guard("POST /invitations", "invitation:manage", invite, { isOfOwnWorkspace });
  ofInvitation("PUT /invitations/{id}", "invitation:manage", (caller, id) =>
    caller.put(`/invitations/${id}`, { invitation: { role: "admin" } }),
  );
  ofInvitation("POST /invitations/{id}/mail", "invitation:manage", (caller, id) => caller.post(`/invitations/${id}/mail`), { consumes });
  ofInvitation("GET /invitations/{id}/removal", "invitation:manage", (caller, id) => caller.get(`/invitations/${id}/removal`));
  ofInvitation("DELETE /invitations/{id}", "invitation:manage", (caller, id) => caller.delete(`/invitations/${id}`), { consumes });

  ofWorkspace("PUT /clients/{id} with settings", "workspace:update", (caller, id) =>
    caller.put(`/clients/${id}`, { client: { name: "Nordbahn" } }),
  );
  ofWorkspace("PUT /clients/{id} with a theme", "theme:update", (caller, id) => caller.put(`/clients/${id}`, { client: { theme: null } }));

  for (const path of ["/audit_entries", "/audit_entries/csv", "/audit_entries/ndjson", "/audit_entries/people"])
    guard(`GET ${path}`, "log:read", (caller) => caller.get(path), { isOfOwnWorkspace });

  guard("GET /tags/used", "tag:manage", (caller) => caller.get("/tags/used"), { isOfOwnWorkspace });
  guard("GET /tags/leftovers", "tag:manage", (caller) => caller.get("/tags/leftovers"), { isOfOwnWorkspace });
  const makeTag = (caller: Caller) => caller.post("/tags", { tag: { name: crypto.randomUUID() } });
  guard("POST /tags", "tag:manage", makeTag, { isOfOwnWorkspace });
  ofTag("GET /tags/{id}", "tag:manage", (caller, id) => caller.get(`/tags/${id}`));
  ofTag("GET /tags/{id}/removal", "tag:manage", (caller, id) => caller.get(`/tags/${id}/removal`));
  ofTag("PUT /tags/{id}", "tag:manage", (caller, id) => caller.put(`/tags/${id}`, { tag: { name: crypto.randomUUID() } }));
  ofTag("DELETE /tags/{id}", "tag:manage", (caller, id) => caller.delete(`/tags/${id}`), { consumes });
  const merge = async (caller: Caller, id: string) => {
    const { rows } = await world.services.database.pool.query("select name from tags where id = $1", [await tag()]);
    return caller.post(`/tags/${id}/merge`, { tag: { into: rows[0].name } });
  };
  ofTag("POST /tags/{id}/merge", "tag:manage", merge, { consumes });
});
