import { describe, expect, test } from "vitest";
import { countStatements } from "../../api/db/pool";
import { articleFields, fileArticle, statusesOf } from "../support/articles";
import { password, worldForTests } from "../support/harness";

describe("teams", () => {
  const world = worldForTests();

  const namesFor = async (person: string) => (await world.as(person).get("/teams")).body.map((team: { name: string }) => team.name);

  test("Jana, an admin, reads all public teams by name, and her own last", async () => {
    expect(await namesFor("jana")).toEqual([
      "Digitalisierung & IT",
      "Energie & Klima",
      "Markt & Strategie",
      "Netz & Infrastruktur",
      "Unternehmenskommunikation",
      "Jana Petersen",
    ]);
  });

  test("Sabine reads the teams she is active in", async () => {
    expect(await namesFor("sabine")).toEqual(["Unternehmenskommunikation", "Sabine Ostermann"]);
  });

  const everything = { create_folder: true, update: true, manage_members: true, destroy: true };
  test.each([
    ["matthias, its only owner,", "matthias", "owner", { ...everything, leave: false }],
    [
      "clara, who reads in it,",
      "clara",
      "reader",
      { create_folder: false, update: false, manage_members: false, destroy: false, leave: true },
    ],
    ["anna, who owns the workspace and has no role in it,", "anna", null, { ...everything, leave: false }],
  ])("%s reads what there is in a team, and may do there what is theirs", async (_, person, role, permissions) => {
    const { body } = await world.as(person).get(`/teams/${await world.teamId("netz")}`);
    expect(body).toMatchObject({ slug: "netz", visibility: "is_public", folders_count: 4, memberships_count: 5, role, permissions });
  });

  test("Tobias may neither leave nor delete his personal team, nor have others in it", async () => {
    const { body } = await world.as("tobias").get("/teams");
    expect(body.at(-1)).toMatchObject({
      visibility: "is_personal",
      folders_count: 1,
      role: "owner",
      permissions: { create_folder: true, update: true, manage_members: false, destroy: false, leave: false },
    });
  });

  test("whoever asks for a name that no other team has is told where one has it; teams that one does not see, and personal ones, are none", async () => {
    const named = async (person: string, name: string, fields = {}) => {
      const answer = await world.as(person).post("/teams", { team: { name, ...fields } }, { "Accept-Language": "de" });
      return answer.status === 201 ? answer.body : answer.body.errors;
    };
    const refused = { name: ["Ein Team mit diesem Namen gibt es schon. Speichern Sie noch einmal, wenn auch dieses so heißen soll."] };
    expect(await named("florian", "NETZ & Infrastruktur", { distinct: true })).toEqual(refused);
    const made = [await named("florian", "Netz & Infrastruktur"), await named("florian", "Florian Wächter", { distinct: true })];
    // Lena is not in it.
    made.push(await named("lena", "Netz & Infrastruktur", { distinct: true }));
    const [{ id }] = made;
    const rename = (name: string, distinct: boolean) => world.as("florian").put(`/teams/${id}`, { team: { name, distinct } });
    expect((await rename("Netz & Infrastruktur", true)).status).toBe(200);
    expect((await rename("netz & infrastruktur", true)).status).toBe(422);
    expect((await rename("Gleisbau", true)).status).toBe(200);
    expect((await rename("GLEISBAU", true)).body.name).toBe("GLEISBAU");
    expect((await rename("energie & klima", true)).status).toBe(422);
    expect((await rename("energie & klima", false)).body.name).toBe("energie & klima");
    for (const one of made) expect((await world.as("anna").delete(`/teams/${one.id}`)).status).toBe(204);
  });

  test("each call costs one statement for the person and one for the answer", async () => {
    const jana = world.as("jana");
    await jana.get("/teams");
    const id = await world.teamId("netz");
    for (const path of ["/teams", `/teams/${id}`]) expect((await countStatements(() => jana.get(path))).statements).toHaveLength(2);
  });

  const make = async (person: string, name = "Fahrgastrechte"): Promise<string> => {
    const answer = await world.as(person).post("/teams", { team: { name } });
    if (answer.status !== 201) throw new Error(`not made: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };

  const addMember = async (team: string, person: string, role: string) => {
    await world.services.database.pool.query(
      "insert into memberships (client_id, team_id, user_id, role) select client_id, $1, id, $3::role from users where id = $2",
      [team, await world.userId(person), role],
    );
  };

  const ownersOf = async (team: string): Promise<number> => {
    const sql = "select count(*) as n from memberships where team_id = $1 and active and role = 'owner'";
    return (await world.services.database.pool.query(sql, [team])).rows[0].n;
  };

  test("Tobias makes a team, owns it, works in it at once, and others do not see it", async () => {
    const tobias = world.as("tobias");
    const { status, body } = await tobias.post("/teams", { team: { name: "  Öffentlicher   Nahverkehr & Bus " } });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "Öffentlicher Nahverkehr & Bus",
        slug: "oeffentlicher-nahverkehr-bus",
        visibility: "is_public",
        folders_count: 0,
        memberships_count: 1,
        role: "owner",
        permissions: { create_folder: true, update: true, manage_members: true, destroy: true, leave: false },
      },
    ]);
    expect((await tobias.get(`/teams/${body.id}`)).body).toEqual(body);
    expect((await tobias.post("/folders", { folder: { name: "Bus", team_id: body.id } })).status).toBe(201);
    expect((await world.as("lena").get(`/teams/${body.id}`)).status).toBe(404);
    await tobias.delete(`/teams/${body.id}`);
  });

  test("a team is made once however often its form is sent, and what is typed anew is another one", async () => {
    const jana = world.as("jana");
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = (name: string) => jana.post("/teams", { team: { name } }, key);
    const answers = await Promise.all([send("Vertrieb"), send("Vertrieb"), send("Vertrieb")]);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = await send("Vertrieb Süd");
    expect(other.body.id).not.toBe(answers[0]?.body.id);
    for (const id of [answers[0]?.body.id, other.body.id]) expect((await jana.delete(`/teams/${id}`)).status).toBe(204);
  });

  test("teams of one name, made at once, each have a slug of their own", async () => {
    const people = ["jana", "lena", "florian"];
    const ids = await Promise.all(people.map((person) => make(person, "Sommer Fahrplan")));
    const slugs = await Promise.all(ids.map(async (id) => (await world.as("anna").get(`/teams/${id}`)).body.slug));
    expect(slugs.toSorted()).toEqual(["sommer-fahrplan", "sommer-fahrplan-2", "sommer-fahrplan-3"]);
    for (const id of ids) await world.as("anna").delete(`/teams/${id}`);
  });

  test.each([
    ["marks", "!!! ???", "team"],
    ["a picture", "😀", "team"],
    ["many foreign letters", "Ж".repeat(900), `${"zh-".repeat(26)}zh`],
  ])("a name of %s gets a slug too", async (_, name, slug) => {
    const id = await make("jana", name);
    const { body } = await world.as("jana").get(`/teams/${id}`);
    expect(body).toMatchObject({ name, slug });
    await world.as("anna").delete(`/teams/${id}`);
  });

  test("a new name keeps the slug, and Tobias names his own team, which follows a new name of his no more", async () => {
    const id = await make("jana", "Alt");
    expect((await world.as("jana").put(`/teams/${id}`, { team: { name: "Neu" } })).body).toMatchObject({ name: "Neu", slug: "alt" });
    await world.as("anna").delete(`/teams/${id}`);

    const tobias = world.as("tobias");
    const own = (await tobias.get("/teams")).body.at(-1).id;
    const nameAfter = async (lastName: string) => {
      await tobias.put(`/users/${await world.userId("tobias")}`, { user: { last_name: lastName } });
      return (await tobias.get(`/teams/${own}`)).body.name;
    };
    expect(await nameAfter("Kern-Löw")).toBe("Tobias Kern-Löw");
    expect((await tobias.put(`/teams/${own}`, { team: { name: "Ablage" } })).status).toBe(200);
    expect(await nameAfter("Kern")).toBe("Ablage");
    expect((await tobias.delete(`/teams/${own}`)).status).toBe(403);
    expect((await tobias.delete(`/teams/${own}/membership`)).status).toBe(403);
    expect((await world.as("anna").put(`/teams/${own}`, { team: { name: "Meins" } })).status).toBe(404);
    await tobias.put(`/teams/${own}`, { team: { name: "Tobias Kern" } });
  });

  test("what goes with a team is counted, and gone afterwards", async () => {
    const jana = world.as("jana");
    const id = await make("jana");
    const folders = await Promise.all(["A", "B"].map((name) => jana.post("/folders", { folder: { name, team_id: id } })));
    const { id: article } = await fileArticle(jana, folders[0]?.body.id);
    await jana.post(`/comments/content/${article}`, { body: "Gut." });
    await addMember(id, "lena", "reader");
    const counted = { memberships: 2, folders: 2, contents: 1, comments: 1, attachments: 0, mailings: 0 };
    expect((await jana.get(`/teams/${id}/removal`)).body).toEqual(counted);
    expect((await jana.delete(`/teams/${id}`)).status).toBe(204);
    for (const path of [`/teams/${id}`, `/folders/${folders[0]?.body.id}`, `/contents/${article}`]) {
      expect((await jana.get(path)).status, path).toBe(404);
    }
    expect(statusesOf(await Promise.all([jana.delete(`/teams/${id}`), world.as("lena").delete(`/teams/${id}`)]))).toEqual([404, 404]);
  });

  test("a team that is deleted twice, and filed into meanwhile, is gone once and leaves nothing half", async () => {
    const jana = world.as("jana");
    const id = await make("jana");
    const { id: folder } = (await jana.post("/folders", { folder: { name: "Weichen", team_id: id } })).body;
    const [file, make2, first, second] = await Promise.all([
      jana.post("/contents", { content: articleFields(folder) }),
      jana.post("/folders", { folder: { name: "Signale", team_id: id } }),
      jana.delete(`/teams/${id}`),
      jana.delete(`/teams/${id}`),
    ]);
    expect(statusesOf([first, second])).toEqual([204, 404]);
    // Also a 404: the team was created, and deleted before it was read for the response.
    expect([201, 404, 422]).toContain(file.status);
    expect([201, 404, 422]).toContain(make2.status);
    const { rows } = await world.services.database.pool.query("select 1 from folders where team_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  describe("leaving", () => {
    test("Lena leaves, sees the team no more, and cannot leave again", async () => {
      const id = await make("florian");
      await addMember(id, "lena", "editor");
      const lena = world.as("lena");
      expect((await lena.get(`/teams/${id}`)).body.permissions.leave).toBe(true);
      expect((await lena.delete(`/teams/${id}/membership`)).status).toBe(204);
      expect((await lena.get(`/teams/${id}`)).status).toBe(404);
      expect((await lena.delete(`/teams/${id}/membership`)).status).toBe(404);
      await world.as("anna").delete(`/teams/${id}`);
    });

    test("Jana, an admin of the workspace, leaves once, however often she says so at once", async () => {
      const id = await make("florian");
      await addMember(id, "jana", "editor");
      const jana = world.as("jana");
      const answers = await Promise.all([1, 2, 3].map(() => jana.delete(`/teams/${id}/membership`)));
      expect(statusesOf(answers).filter((status) => status === 204)).toHaveLength(1);
      // She still sees the team, so later calls are forbidden, or find no membership to end.
      for (const { status } of answers) expect([204, 403, 404]).toContain(status);
      expect((await jana.get(`/teams/${id}`)).body).toMatchObject({ role: null, memberships_count: 1 });
      await world.as("anna").delete(`/teams/${id}`);
    });

    test("Florian, the last owner, is told why he stays, though others own nothing or are not active", async () => {
      const id = await make("florian");
      await addMember(id, "lena", "admin");
      await addMember(id, "miriam", "owner");
      await world.services.database.pool.query("update memberships set active = false where team_id = $1 and user_id = $2", [
        id,
        await world.userId("miriam"),
      ]);
      const florian = world.as("florian");
      const answer = await florian.delete(`/teams/${id}/membership`, { "Accept-Language": "de" });
      const message = "Sie sind der letzte Owner dieses Teams und können es deshalb nicht verlassen.";
      expect([answer.status, answer.body]).toEqual([409, { message }]);
      expect((await florian.get(`/teams/${id}`)).body).toMatchObject({ role: "owner", permissions: { leave: false } });
      await florian.delete(`/teams/${id}`);
    });

    test("of two owners who leave at once, one stays", async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await make("florian");
        await addMember(id, "lena", "owner");
        const answers = await Promise.all(["florian", "lena"].map((person) => world.as(person).delete(`/teams/${id}/membership`)));
        expect(statusesOf(answers)).toEqual([204, 409]);
        expect(await ownersOf(id)).toBe(1);
        await world.as("anna").delete(`/teams/${id}`);
      }
    });

    test("when one owner closes the account while the other leaves, whoever comes last to leave stays", async () => {
      const id = await make("piotr");
      await addMember(id, "miriam", "owner");
      await addMember(id, "lena", "editor");
      const close = world.as("piotr").delete(`/users/${await world.userId("piotr")}`, {}, { current_password: password });
      const [closed, left] = await Promise.all([close, world.as("miriam").delete(`/teams/${id}/membership`)]);
      expect(closed.status).toBe(204);
      // An account can always be closed: the workspace's owner and admins manage a team without an owner.
      expect([left.status, await ownersOf(id)]).toEqual(left.status === 204 ? [204, 0] : [409, 1]);
      expect((await world.as("anna").get(`/teams/${id}`)).body.permissions).toMatchObject({
        update: true,
        manage_members: true,
        destroy: true,
      });
      await world.as("anna").delete(`/teams/${id}`);
    });
  });
});
