import { describe, expect, it } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

const required = "This field is required";
const notAChoice = "Please choose one of the options offered.";

describe("The profile", () => {
  const world = worldForTests();

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const path = async (person: string) => `/users/${await world.userId(person)}`;
  const change = async (person: string, user: unknown) => world.as(person).put(await path(person), { user });
  const interestsOf = (body: { interests: { name: string }[] }) => body.interests.map(({ name }) => name);
  const personalTeamOf = async (person: string) =>
    (await world.as(person).get("/teams")).body.find((team: { visibility: string }) => team.visibility === "is_personal");

  it("Henrike marries: the new name stands at once at her articles, her comments and her personal team", async () => {
    const henrike = world.as("henrike");
    const article = await fileArticle(henrike, await world.folderId("presseschau"));
    await henrike.post(`/comments/content/${article.id}`, { body: "Bitte bis neun Uhr lesen." });
    const before = (await henrike.get(await path("henrike"))).body;
    const team = await personalTeamOf("henrike");

    const { status, body } = await change("henrike", { first_name: "  Henrike ", last_name: "Lorenzen-Ağa\u0000", job_title: " " });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, last_name: "Lorenzen-Ağa", job_title: null });
    expect((await henrike.get(await path("henrike"))).body).toEqual(body);

    const sabine = world.as("sabine");
    const named = { first_name: "Henrike", last_name: "Lorenzen-Ağa" };
    expect((await sabine.get(`/contents/${article.id}`)).body.user).toMatchObject(named);
    expect((await sabine.get(`/comments/content/${article.id}`)).body[0].user).toMatchObject(named);
    expect(await personalTeamOf("henrike")).toEqual({ ...team, name: "Henrike Lorenzen-Ağa" });

    await change("henrike", { first_name: null, last_name: "" });
    expect((await personalTeamOf("henrike")).name).toBe("henrike@demo.example");
  });

  it("Henrike's pages are dark until she wants them as the device prefers, and nobody else learns it", async () => {
    await change("henrike", { visibility: "is_public" });
    expect((await change("henrike", { color_scheme: "dark" })).body.color_scheme).toBe("dark");
    expect((await change("henrike", { job_title: "Referentin" })).body.color_scheme).toBe("dark");
    expect((await world.as("florian").get(await path("henrike"))).body.color_scheme).toBe("auto");
    expect((await change("henrike", { color_scheme: "auto" })).body.color_scheme).toBe("auto");
  });

  it("Henrike switches shortcuts off and on, which other members do not see", async () => {
    await change("henrike", { visibility: "is_public" });
    expect((await change("henrike", { has_shortcuts: false })).body.has_shortcuts).toBe(false);
    expect((await world.as("henrike").get(await path("henrike"))).body.has_shortcuts).toBe(false);
    expect((await world.as("florian").get(await path("henrike"))).body.has_shortcuts).toBe(true);
    expect((await change("henrike", { has_shortcuts: true })).body.has_shortcuts).toBe(true);
  });

  it("Lena's interests keep her order, each once, and a new one becomes a tag of the workspace", async () => {
    await fileArticle(world.as("lena"), await world.folderId("ki"), { tags: ["Sprachmodelle", "Kundendialog"] });
    const { status, body } = await change("lena", {
      interests: ["Barrierefreiheit neu", "kundendialog", "  Sprachmodelle  ", "KUNDENDIALOG"],
    });
    expect(status).toBe(200);
    expect(interestsOf(body)).toEqual(["Barrierefreiheit neu", "Kundendialog", "Sprachmodelle"]);
    const tags = (await world.as("anna").get("/tags")).body.map(({ name }: { name: string }) => name);
    expect(tags).toContain("Barrierefreiheit neu");

    expect(interestsOf((await change("lena", { job_title: "Leiterin" })).body)).toHaveLength(3);
    expect(interestsOf((await change("lena", { interests: [] })).body)).toEqual([]);
    expect((await world.as("olga").get("/tags")).body.map(({ name }: { name: string }) => name)).not.toContain("Barrierefreiheit neu");
  });

  it("Clara, who only reads, chooses among the tags there are and makes none", async () => {
    await fileArticle(world.as("jana"), await world.folderId("nordkorridor"), { tags: ["Bau"] });
    expect(interestsOf((await change("clara", { interests: ["bau"] })).body)).toEqual(["Bau"]);
    const refused = await change("clara", { interests: ["Bau", "Etwas Neues"], job_title: "Chefin" });
    expect([refused.status, refused.body]).toEqual([422, { errors: { interests: [notAChoice] } }]);
    const { body } = await world.as("clara").get(await path("clara"));
    expect([interestsOf(body), body.job_title]).toEqual([["Bau"], "Vorstandsassistentin"]);
  });

  it("Piotr's is complete once it has salutation and both names, and stays so", async () => {
    const id = await world.userId("piotr");
    await sql("update users set profile_complete = false, salutation = null, first_name = null, last_name = null where id = $1", [id]);
    expect((await change("piotr", { first_name: "Piotr", last_name: "Nowak" })).body.profile_complete).toBe(false);
    expect((await change("piotr", { salutation: "Herr" })).body.profile_complete).toBe(true);
    expect((await change("piotr", { salutation: null })).body).toMatchObject({ salutation: null, profile_complete: true });
  });

  it("changes nothing where one field is wrong, and says what is wrong in each", async () => {
    const before = (await world.as("ayse").get(await path("ayse"))).body;
    const interests = Array.from({ length: 51 }, (_, n) => `Tag ${n}`);
    const answer = await change("ayse", { job_title: "Leiterin", salutation: "", visibility: "is_personal", interests });
    const errors = { salutation: [required], visibility: [notAChoice], interests: ["Please enter 50 entries at most."] };
    expect([answer.status, answer.body]).toEqual([422, { errors }]);
    expect((await world.as("ayse").get(await path("ayse"))).body).toEqual(before);
  });

  it("cannot be used to become somebody else", async () => {
    const before = (await world.as("tobias").get(await path("tobias"))).body;
    const wishes = { email: "chef@demo.example", client_id: "x", id: await world.userId("anna"), password_expired: true };
    expect((await change("tobias", wishes)).body).toEqual(before);
    // A role in a profile is ignored, and members may not change their own.
    expect((await change("tobias", { ...wishes, job_title: before.job_title, role: "admin" })).body).toEqual(before);
    expect((await change("tobias", { ...wishes, role: "admin" })).status).toBe(403);
    expect((await change("tobias", { ...wishes, role: "owner" })).status).toBe(422);
    expect((await world.as("tobias").get(await path("tobias"))).body).toEqual(before);
  });

  it("is for its person to change, and for nobody else", async () => {
    const refusal = async (asking: string, asked: string) =>
      (await world.as(asking).put(await path(asked), { user: { first_name: "Fremd" } })).status;
    expect(await refusal("anna", "florian")).toBe(403);
    expect(await refusal("jana", "florian")).toBe(403);
    expect(await refusal("matthias", "florian")).toBe(404);
    expect(await refusal("olga", "florian")).toBe(404);
    expect(await refusal("florian", "olga")).toBe(404);
    expect((await world.as("florian").get(await path("florian"))).body.first_name).toBe("Florian");
  });

  it("that is public shows itself to every member, without the state of the account", async () => {
    await change("miriam", { visibility: "is_public", locale: "de" });
    await sql("update users set password_expired = true where id = $1", [await world.userId("miriam")]);
    const { status, body } = await world.as("clara").get(await path("miriam"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ job_title: "Beauftragte für Barrierefreiheit", locale: null, password_expired: false });
    expect((await world.as("clara").put(await path("miriam"), { user: {} })).status).toBe(403);
    expect((await change("miriam", { visibility: "is_private" })).status).toBe(200);
    expect((await world.as("clara").get(await path("miriam"))).status).toBe(404);
  });

  it("saved in two tabs at once holds what one of them sent, whole", async () => {
    const rounds = Array.from({ length: 8 }, (_, n) => ({ first_name: `Sabine ${n}`, interests: [`Runde ${n}`, "Presse", `Thema ${n}`] }));
    const answers = await Promise.all(rounds.map((user) => change("sabine", user)));
    expect(answers.map(({ status }) => status)).toEqual(rounds.map(() => 200));
    const { body } = await world.as("sabine").get(await path("sabine"));
    const last = rounds.find(({ first_name }) => first_name === body.first_name);
    expect(interestsOf(body)).toEqual(last?.interests);
    expect((await personalTeamOf("sabine")).name).toBe(`${last?.first_name} Ostermann`);
  });

  it("changed while the same person files articles with the same new tags keeps nobody waiting for the other", async () => {
    const tobias = world.as("tobias");
    const folder = await world.folderId("sicherung");
    const rounds = Array.from({ length: 6 }, (_, n) => [`Neu ${n}`, `Auch neu ${n}`]);
    const answers = await Promise.all([
      ...rounds.map((tags) => tobias.post("/contents", { content: articleFields(folder, { tags }) })),
      ...rounds.map((tags) => change("tobias", { first_name: "Tobias", interests: [...tags].reverse() })),
    ]);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  });

  it("Matthias is made a reader while he is signed in: his next change is refused", async () => {
    const folder = await world.folderId("nordkorridor");
    const matthias = world.as("matthias");
    const article = await fileArticle(matthias, folder);
    await sql("update users set role = 'reader' where id = $1", [await world.userId("matthias")]);
    expect((await matthias.put(`/contents/${article.id}`, { content: articleFields(folder) })).status).toBe(403);
    expect((await matthias.get(`/contents/${article.id}`)).body.permissions).toEqual({ update: false, destroy: false });
    expect((await change("matthias", { job_title: "Berater" })).status).toBe(200);
  });
});
