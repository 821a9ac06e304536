import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readLogo } from "../../api/files/drawing";
import { getMailing } from "../../contract/graphql/operations";
import { defaultTheme } from "../../contract/theme";
import { statusesOf } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { credentialsOf, password, worldForTests } from "../support/harness";
import { sweepAll } from "../support/old-files";

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">${inner}</svg>`;
const mark = svg('<path fill="#8a1538" d="M0 0h100v40H0z"/>');

describe("The workspace", () => {
  const world = worldForTests();
  let anna: Caller;
  let id: string;

  beforeAll(async () => {
    anna = world.as("anna");
    id = (await anna.get(`/users/${await world.userId("anna")}`)).body.client.id;
  });
  afterEach(async () => {
    await query(
      `update clients set workspace = 'demo', name = 'Nordbahn', theme = null, logo_key = null, logo_width = null, logo_height = null, external = true,
         shareable = true, signup_enabled = true, email_whitelist = '{demo.example}', email_blacklist = '{}' where id = $1`,
      [id],
    );
  });

  const query = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const change = (client: unknown, who = anna) => who.put(`/clients/${id}`, { client });
  const clientOf = async (who = anna) => (await who.get(`/clients/${id}`)).body;
  const upload = (file: string | undefined, client: object | string = {}, who = anna) => {
    const text = typeof client === "string" ? client : JSON.stringify(client);
    return who.put(`/clients/${id}`, formOf({ client: text, ...(file === undefined ? {} : { logo: new File([file], "logo.svg") }) }));
  };

  it("Anna, the owner, sees and changes everything; what she leaves out stays", async () => {
    const before = await clientOf();
    expect(before).toMatchObject({ workspace: "demo", name: "Nordbahn", theme: null, logo: null, external: true, shareable: true });
    expect(before.settings).toMatchObject({ signup_enabled: true, email_whitelist: ["demo.example"], email_blacklist: [] });
    const changed = await change({
      name: " Nordbahn  AG ",
      email_signature: "Grüße\r\nNordbahn",
      signup_enabled: false,
      email_whitelist: ["DEMO.example", " jana@partner.example "],
      email_blacklist: ["spam.example", "@müll.example"],
      external: false,
      shareable: false,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...before,
      name: "Nordbahn AG",
      external: false,
      shareable: false,
      lock_version: before.lock_version + 1,
      settings: {
        email_signature: "Grüße\nNordbahn",
        signup_enabled: false,
        email_whitelist: ["demo.example", "jana@partner.example"],
        email_blacklist: ["spam.example", "@müll.example"],
      },
    });
    const back = await change({ name: "Nordbahn", email_signature: " " });
    expect(back.body.settings.email_signature).toBeNull();
    expect(back.body).toMatchObject({ name: "Nordbahn", external: false });
  });

  it("Everybody sees what their pages need, and nobody but Anna the settings; Olga does not find the workspace", async () => {
    for (const person of ["jana", "tobias", "clara"]) {
      const seen = await clientOf(world.as(person));
      expect(seen).toMatchObject({ id, workspace: "demo", settings: null });
      expect((await world.as(person).get(`/users/${await world.userId(person)}`)).body.client).toMatchObject({
        id,
        theme: null,
        logo: null,
      });
    }
    expect((await world.as("olga").get(`/clients/${id}`)).status).toBe(404);
  });

  it("Jana changes colours, but none together with settings or a logo, which are Anna's", async () => {
    const theme = JSON.stringify({ mainColor: "#8a1538" });
    const jana = world.as("jana");
    expect((await change({ name: "Nordbahn", theme }, jana)).status).toBe(403);
    expect((await upload(mark, {}, jana)).status).toBe(403);
  });

  it.each<[string, string, unknown, string | undefined]>([
    ["workspace", "Olga's", "nachbar", "already exists"],
    ["workspace", "Olga's in capitals", " NACHBAR ", "already exists"],
    ["workspace", "reserved", "admin", "reserved"],
    ["workspace", "with spaces", "nord bahn", "only the letters"],
    ["workspace", "an address", "nord/bahn", "only the letters"],
    ["workspace", "with an umlaut", "süd", "only the letters"],
    ["workspace", "a hyphen at its end", "nord-", "only the letters"],
    ["workspace", "of 64 letters", "x".repeat(64), "only the letters"],
    ["email_whitelist", "a word", ["demo"], "“demo” is neither"],
  ])("%s: %s is refused at its field", async (field, _, value, said) => {
    const { lock_version: before } = await clientOf();
    const answer = await change({ [field]: value });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect(answer.body.errors[field].join()).toContain(said);
    expect((await clientOf()).lock_version).toBe(before);
  });

  it("A workspace renamed while people are signed in: they stay, and sign in by the new name from then on", async () => {
    const jana = world.as("jana");
    expect((await jana.get("/folders")).status).toBe(200);
    const used = "Nordbahn-2 ";
    expect((await change({ workspace: used })).body.workspace).toBe("nordbahn-2");
    expect((await jana.get(`/users/${await world.userId("jana")}`)).body.client.workspace).toBe("nordbahn-2");
    const signIn = (workspace: string) => world.visitor.post("/auth", { ...credentialsOf("jana"), workspace });
    expect((await signIn("demo")).status).toBe(401);
    expect((await signIn("NORDBAHN-2")).status).toBe(200);
    expect((await change({ workspace: "demo" })).status).toBe(200);
    expect((await signIn("demo")).status).toBe(200);
  });

  it("An old name that no rule would allow any more can stay", async () => {
    await query("update clients set workspace = 'nord & co' where id = $1", [id]);
    expect((await change({ workspace: "nord & co", name: "Nordbahn" })).status).toBe(200);
    expect((await change({ workspace: "nord & süd" })).status).toBe(422);
  });

  it("Two workspaces that want one name at once: one gets it, the other is told at the field", async () => {
    const olga = world.as("olga");
    const hers = (await olga.get(`/users/${await world.userId("olga")}`)).body.client.id;
    const answers = await Promise.all([change({ workspace: "bahn" }), olga.put(`/clients/${hers}`, { client: { workspace: "bahn" } })]);
    expect(statusesOf(answers).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({ workspace: [expect.stringContaining("already exists")] });
    await query("update clients set workspace = 'nachbar' where id = $1", [hers]);
  });

  it("A change that began before another one answers 409 and changes nothing; two at once likewise", async () => {
    const { lock_version } = await clientOf();
    const answers = await Promise.all(["Eins", "Zwei"].map((name) => change({ name, lock_version })));
    expect(statusesOf(answers).sort()).toEqual([200, 409]);
    const { name } = await clientOf();
    expect(answers.find(({ status }) => status === 200)?.body.name).toBe(name);
    expect((await change({ name: "Nordbahn" })).status).toBe(200);
  });

  it("500 wrong rules are named", async () => {
    const { status, body } = await change({ email_whitelist: Array.from({ length: 500 }, (_, at) => `wrong ${at}`) });
    expect([status, body.errors.email_whitelist.length]).toEqual([422, 500]);
  });

  it("Sign-up follows the settings at once", async () => {
    const fields = { password, password_confirmation: password, workspace: "demo" };
    const signUp = async (email: string) => (await world.visitor.post("/users", { user: { ...fields, email } })).body.errors;
    await change({ signup_enabled: false });
    expect(await signUp("nora@demo.example")).toEqual({ workspace: [expect.any(String)] });
    await change({ signup_enabled: true, email_whitelist: ["partner.example"], email_blacklist: ["boss@partner.example"] });
    expect(await signUp("nora@demo.example")).toEqual({ email: [expect.any(String)] });
    expect(await signUp("boss@partner.example")).toEqual({ email: [expect.any(String)] });
    expect(await signUp("nora@partner.example")).toBeUndefined();
  });

  describe("Colours", () => {
    const themed = (theme: unknown) => change({ theme: typeof theme === "object" && theme ? JSON.stringify(theme) : theme });

    it("are kept by the names of their variables, and given back", async () => {
      const answer = await themed({ ...defaultTheme, mainColor: "#8A1538", linkColor: "#15c" });
      expect(JSON.parse(answer.body.theme)).toEqual({ ...defaultTheme, mainColor: "#8a1538", linkColor: "#1155cc" });
      expect((await world.as("clara").get(`/users/${await world.userId("clara")}`)).body.client.theme).toBe(answer.body.theme);
      expect((await themed(null)).body.theme).toBeNull();
      expect((await themed({})).body.theme).toBe("{}");
    });

    it("that are none are refused at their variable", async () => {
      const answer = await themed({ mainColor: "#8a1538", linkColorHover: "red" });
      expect([answer.status, answer.body.errors]).toEqual([422, { link_color_hover: [expect.stringContaining("six characters")] }]);
      expect((await clientOf()).theme).toBeNull();
    });

    it("are those of mails to the people of the workspace, as far as they can be read", async () => {
      await themed({ mainColor: "#8a1538" });
      const ask = () => world.visitor.post("/password_resets", { workspace: "demo", email: "jana@demo.example" });
      expect((await ask()).status).toBe(204);
      const mail = await world.readMail("jana@demo.example");
      expect(mail.html).toContain('bgcolor="#8a1538"');
      expect(mail.html).not.toContain("#0b5a42");
      await themed({ mainColor: "#ffff00" });
      await ask();
      const next = await world.readMail("jana@demo.example", { after: mail });
      expect(next.html).not.toMatch(/#0b5a42|color:#ffff00;|bgcolor="#ffff00"/);
    });

    it("stand in a newsletter with its content", async () => {
      await themed({ mainColor: "#8a1538" });
      const made = await world.as("jana").post("/mailings", { mailing: { folder_id: await world.folderId("nordkorridor") } });
      const { body } = await world.as("jana").post("/graphql", { query: getMailing, variables: { id: made.body.id } });
      expect(JSON.stringify(body)).toContain('"theme":"{\\"mainColor\\":\\"#8a1538\\"}"');
    });
  });

  describe("The logo", () => {
    it("is made harmless, kept as a drawing for pages and as a picture for mails, and taken away again", async () => {
      const before = await clientOf();
      const answer = await upload(svg(`<script>alert(1)</script><path fill="#8a1538" onclick="alert(1)" d="M0 0h100v40H0z"/>`), {
        name: "Nordbahn",
        lock_version: before.lock_version,
      });
      expect(answer.status).toBe(200);
      expect(answer.body.logo).toEqual({ url: expect.stringMatching(/^\/logos\/[0-9a-f]{64}-[0-9a-f]{16}\.svg$/), width: 100, height: 40 });
      const shown = await world.visitor.get(answer.body.logo.url);
      expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
      expect(shown.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
      expect(shown.body).toContain('id="logo"');
      expect(shown.body).not.toMatch(/script|onclick/);
      expect((await world.visitor.request(answer.body.logo.url, { method: "HEAD" })).status).toBe(200);

      const { rows } = await query("select logo_key from clients where id = $1", [id]);
      const file = await world.services.files.open(rows[0].logo_key);
      if (!file) throw new Error("no picture for mails");
      const bytes = await buffer(file.stream);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 400, height: 160 });

      expect((await change({ remove_logo: true })).body.logo).toBeNull();
      expect((await world.as("jana").get(`/users/${await world.userId("jana")}`)).body.client.logo).toBeNull();
    });

    it.each([
      ["empty", "", "This file is empty."],
      ["no drawing", "Guten Tag", "This file is not an SVG that can be displayed."],
      ["nothing but a script", svg("<script>alert(1)</script>"), "There is nothing in this file that can be displayed safely."],
      ["larger than 100 KB", svg(`<path d="${"M0 0".repeat(30_000)}"/>`), "This file is larger than 100 KB."],
      ["a billion laughs", `<!DOCTYPE svg [<!ENTITY a "ha">]>${svg("<text>&a;</text>")}`, expect.stringContaining("too complex")],
    ])("that is %s is refused at its field, and nothing is changed", async (_, file, said) => {
      const before = await clientOf();
      const answer = await upload(file, { name: "Anders" });
      expect([answer.status, answer.body.errors]).toEqual([422, { logo: [said] }]);
      expect(await clientOf()).toEqual(before);
    });

    it("is refused for the moment while too many pictures are being drawn", async () => {
      // Each drawing waits for a file.
      const { dataDir } = world.services.config;
      const [worker, go] = [join(dataDir, "waits.mjs"), join(dataDir, "go")];
      const answer = `existsSync(${JSON.stringify(go)}) && process.send({ refused: "logoTooComplex" })`;
      writeFileSync(worker, `import { existsSync } from "node:fs"; process.on("message", () => setInterval(() => ${answer}, 20));`);
      const drawings = Array.from({ length: 121 }, () => readLogo({ source: "", ink: "#000000" }, worker));
      const settled = Promise.allSettled(drawings);
      expect((await upload(mark, { name: "Anders" })).status).toBe(503);
      expect((await clientOf()).name).not.toBe("Anders");
      writeFileSync(go, "");
      await settled;
    });

    it("in a form without sense is refused", async () => {
      expect((await upload(undefined, { name: "x" })).body.errors).toEqual({ logo: [expect.any(String)] });
      expect((await upload(mark, "{")).body.errors).toEqual({ client: [expect.any(String)] });
      expect((await upload(mark, { name: "" })).body.errors).toEqual({ name: [expect.any(String)] });
    });

    it.each([
      ["101 levels", `${"[".repeat(101)}${"]".repeat(101)}`, 400],
      ["40,001 values", `[${"1,".repeat(39_999)}1]`, 413],
    ])("in a form with %s is limited before that is parsed, as in a JSON body", async (_, client, status) => {
      expect((await upload(mark, client)).status).toBe(status);
    });

    it("stays when files that nobody names are swept, and goes once another one is in its place", async () => {
      const shown = async (url: string) => (await world.visitor.get(url)).status;
      const key = async () => (await query("select logo_key from clients where id = $1", [id])).rows[0].logo_key;
      const { logo } = (await upload(mark)).body;
      const before = await key();
      await sweepAll(world);
      expect(await shown(logo.url)).toBe(200);
      expect(await world.services.files.open(before)).toBeDefined();
      const next = (await upload(mark)).body.logo;
      await sweepAll(world);
      expect([await shown(logo.url), await shown(next.url)]).toEqual([404, 200]);
      expect(await world.services.files.open(before)).toBeUndefined();
    });

    it("sent twice at once is saved once, and is no conflict with itself; another drawing is", async () => {
      await change({ remove_logo: true });
      const { lock_version } = await clientOf();
      const send = (drawing: string) => upload(drawing, { name: "Nordbahn", lock_version });
      const answers = await Promise.all([send(mark), send(mark)]);
      expect(statusesOf(answers)).toEqual([200, 200]);
      expect((await clientOf()).lock_version).toBe(lock_version + 1);
      expect(answers[0]?.body.logo).toEqual(answers[1]?.body.logo);
      expect((await send(svg('<path fill="#123456" d="M0 0h90v40H0z"/>'))).status).toBe(409);
      expect((await upload(mark, { name: "Anders", lock_version })).status).toBe(409);
    });
  });
});
