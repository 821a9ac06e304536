import { beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

interface Group {
  id: string;
  kind: string;
  count: number;
  people: { first_name: string }[];
  subject: { type: string; id: string; name: string };
  comment: { id: string; excerpt: string } | null;
  role: string | null;
  created_at: string;
  read: boolean;
}

describe("Notifications", () => {
  const world = worldForTests();
  let nordkorridor: string;
  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
  });

  const listOf = async (person: string): Promise<Group[]> => (await world.as(person).get("/notifications")).body;
  const about = async (person: string, id: string) => (await listOf(person)).filter(({ subject }) => subject.id === id);
  const comment = async (person: string, article: string, body: string) =>
    (await world.as(person).post(`/comments/content/${article}`, { body })).body;
  const isMarked = async (person: string) => {
    const { unread } = (await world.as(person).get(`/contents/news?after=${new Date().toISOString()}`)).body;
    const { has_unread: isOnPages } = (await world.as(person).get(`/users/${await world.userId(person)}`)).body;
    expect(isOnPages).toBe(unread);
    return unread;
  };

  it("tell the author and those who take part of a comment, grouped by article, and nobody of their own", async () => {
    const { id, title } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Steht das fest?");
    const last = await comment("tobias", id, "Ja.");
    expect(await about("jana", id)).toMatchObject([
      {
        kind: "comment",
        count: 2,
        people: [{ first_name: "Tobias" }, { first_name: "Clara" }],
        subject: { type: "content", name: title },
        comment: { id: last.id, excerpt: "Ja." },
        read: false,
      },
    ]);
    expect(await about("clara", id)).toMatchObject([{ count: 1, people: [{ first_name: "Tobias" }] }]);
    expect(await about("tobias", id)).toEqual([]);
    expect(await about("matthias", id)).toEqual([]);
  });

  it("are told once, even if the comment is sent twice", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const send = () => world.as("clara").post(`/comments/content/${id}`, { body: "Zweimal." }, { "Idempotency-Key": "zweimal-gesendet" });
    await Promise.all([send(), send()]);
    expect(await about("jana", id)).toMatchObject([{ count: 1 }]);
  });

  it("are marked in the navigation until they are read, one by one or all that were shown", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const { id: other } = await fileArticle(world.as("jana"), nordkorridor);
    const jana = world.as("jana");
    await jana.post("/notifications/read", { until: new Date().toISOString() });
    expect(await isMarked("jana")).toBe(false);
    await comment("clara", id, "Eins.");
    await comment("clara", id, "Zwei.");
    expect(await isMarked("jana")).toBe(true);
    const [group] = await about("jana", id);
    await comment("clara", id, "Drei.");
    expect((await jana.post(`/notifications/${group?.id}/read`)).body).toMatchObject({ id: group?.id, read: true, count: 2 });
    expect(await about("jana", id)).toMatchObject([{ read: false, count: 3 }]);
    await comment("clara", other, "Vier.");
    const [newest] = await about("jana", id);
    await jana.post("/notifications/read", { until: newest?.created_at });
    expect(await about("jana", id)).toMatchObject([{ read: true }]);
    expect(await about("jana", other)).toMatchObject([{ read: false }]);
    expect(await isMarked("jana")).toBe(true);
    await jana.post("/notifications/read", { until: new Date(Date.now() + 1000).toISOString() });
    expect(await isMarked("jana")).toBe(false);
  });

  it("are neither shown nor marked while their subject is hidden or in the trash, and come back with it", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await world.as("jana").post("/notifications/read", { until: new Date(Date.now() + 1000).toISOString() });
    const { id: commentId } = await comment("clara", id, "Bleibt das?");
    expect(await isMarked("jana")).toBe(true);
    await world.as("clara").delete(`/comments/${commentId}`);
    expect(await about("jana", id)).toEqual([]);
    expect(await isMarked("jana")).toBe(false);
    await world.as("clara").post(`/trash/${commentId}/restore`);
    expect(await about("jana", id)).toMatchObject([{ read: false }]);

    const { pool } = world.services.database;
    const inbox = await world.inboxIdOf("matthias");
    await pool.query("update articles set folder_id = $1 where id = $2", [inbox, id]);
    expect(await about("jana", id)).toEqual([]);
    expect(await isMarked("jana")).toBe(false);
    const { rows } = await pool.query("select id from notifications where subject_id = $1", [id]);
    expect((await world.as("jana").post(`/notifications/${rows[0].id}/read`)).status).toBe(404);
  });

  it("tell of roles that others give, with the role as it is now, until they are taken away", async () => {
    const clara = await world.userId("clara");
    const { body: team } = await world.as("anna").post("/teams", { team: { name: "Rollenprobe", visibility: "is_public" } });
    const { body: membership } = await world
      .as("anna")
      .post("/memberships", { membership: { team_id: team.id, user_id: clara, role: "editor" } });
    expect(await about("clara", team.id)).toMatchObject([
      { kind: "role", role: "editor", subject: { type: "team", name: "Rollenprobe" }, people: [{ first_name: "Anna" }] },
    ]);
    await world.as("anna").put(`/memberships/${membership.id}`, { membership: { role: "admin" } });
    expect(await about("clara", team.id)).toMatchObject([{ role: "admin", count: 2 }]);
    await world.as("anna").put(`/memberships/${membership.id}`, { membership: { active: false } });
    expect(await about("clara", team.id)).toEqual([]);

    await world.as("anna").post("/ownerships", { ownership: { folder_id: nordkorridor, user_id: clara, role: "editor" } });
    expect(await about("clara", nordkorridor)).toMatchObject([{ role: "editor", subject: { type: "folder" } }]);

    const { client } = (await world.as("clara").get(`/users/${clara}`)).body;
    await world.as("anna").put(`/users/${clara}`, { user: { role: "admin" } });
    expect(await about("clara", client.id)).toMatchObject([{ role: "admin", subject: { type: "client", name: client.name } }]);
  });

  it("are read by nobody else, and cost one statement for the mark", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Nur für Jana.");
    const [group] = await about("jana", id);
    expect((await world.as("clara").post(`/notifications/${group?.id}/read`)).status).toBe(404);
    expect(await about("jana", id)).toMatchObject([{ read: false }]);
    const { statements } = await countStatements(() => isMarked("jana"));
    expect(statements.filter((text) => text.includes("with viewer as"))).toHaveLength(1);
  });
});
