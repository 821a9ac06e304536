import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import de from "../../locales/de/mail.json" with { type: "json" };
import en from "../../locales/en/mail.json" with { type: "json" };
import { test as base, expect, expectAccessible, postForm, queryDatabase, scanLinks, signIn } from "../support/e2e/fixtures";
import { type IsolatedProduct, invite, test } from "../support/e2e/isolated-product";
import { freePort } from "../support/free-port";
import { type ReceivedMail, readOutbox, waitForMail } from "../support/outbox";
import { demoPassword, waitUntilReady } from "../support/serve-for-tests.js";

// The second time a link is opened it may be void, which is a page of its own.
test.use({ allowedConsole: [/status of 404\b/], apiEnvironment: { INQUIRIES_EMAIL: "betrieb@folda.example" } });

const strong = "Drei Möwen & 41 Weichen";
const newEmail = (name: string) => `${name}.${randomUUID().slice(0, 8)}@demo.example`;
const pathOf = ({ links }: ReceivedMail) => new URL(links[0] ?? "").pathname;

/** Everything that the product knows, but for how often somebody called. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await queryDatabase(
    "select table_name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_limits' order by 1",
  );
  const contents: Record<string, unknown> = {};
  for (const { table_name: name } of tables) {
    contents[String(name)] = await queryDatabase(`select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`);
  }
  return contents;
}

const visitor = "Ole Petersen";
const newsletter = "Presse am Dienstag";
const source = "Hafenblatt";

/** The subject of every kind of mail that the product has, as people of the demo workspace and the operator get it. */
const subjectsOf = (texts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => typeof text.subject === "string")
      .map(([kind, { subject }]) => [
        kind,
        subject
          .replace("{{product}}", "Folda")
          .replace("{{client}}", "Nordbahn")
          .replace("{{name}}", visitor)
          .replace("{{newsletter}}", newsletter)
          .replace("{{source}}", source),
      ]),
  );
const [german, english] = [subjectsOf(de), subjectsOf(en)];

/** The kinds that nobody has got yet. */
async function kindsMissing({ outbox }: IsolatedProduct): Promise<string[]> {
  const sent = new Set((await readOutbox(outbox)).map(({ subject }) => subject));
  return Object.keys(german).filter((kind) => !sent.has(german[kind] ?? "") && !sent.has(english[kind] ?? ""));
}

test("A scanner that opens every link of every mail there is, by GET, by HEAD and in a browser, changes nothing at all @with-js", async ({
  page,
  browser,
  isolated,
}) => {
  test.slow();
  const post = async (path: string, fields: Record<string, string>) =>
    expect((await postForm(page, path, fields)).status(), path).toBeLessThan(400);
  const changeEmail = async (person: "tobias" | "miriam", email: string) => {
    await signIn(page, person, { locale: person === "tobias" ? "de" : "en" });
    await post("/settings/email", { currentPassword: demoPassword, email, emailConfirmation: email });
    return waitForMail(isolated.outbox, email);
  };

  const [newcomer, guest, friend] = [newEmail("neu"), newEmail("gast"), newEmail("freundin")];
  const [tobias, miriam, subscriber] = [newEmail("tobias.neu"), newEmail("miriam.neu"), newEmail("abo")];
  await test.step("every mail is sent", async () => {
    const twice = { password: strong, passwordConfirmation: strong };
    await post("/", { name: visitor, email: "ole@hafen.example", key: randomUUID() });
    for (const email of [newcomer, "lena@demo.example"]) await post("/sign-up", { workspace: "demo", email, ...twice });
    await post("/password-reset", { workspace: "demo", email: "jana@demo.example" });
    await invite(isolated.api.url, guest);
    await post(pathOf(await waitForMail(isolated.outbox, guest)), {});
    await queryDatabase("update users set first_name = null, last_name = null where email = 'jana@demo.example'");
    await invite(isolated.api.url, friend);
    await changeEmail("tobias", tobias);
    await post(pathOf(await changeEmail("miriam", miriam)), {});
    await signIn(page, "clara", { locale: "en" });
    await post("/settings/password", { currentPassword: demoPassword, ...twice });
    await signIn(page, "henrike", { locale: "de" });
    const [folder] = await queryDatabase("select id from folders where name = 'Presseschau'");
    await queryDatabase(`update folders set subscribable = true where id = '${folder?.id}'`);
    await post(`/folda/${folder?.id}/newsletter/subscription`, { email: subscriber, locale: "de" });
    const created = await postForm(page, `/folda/${folder?.id}/mailings/new`, { subject: newsletter });
    await post((created.headers().location ?? "").replace(/tags$/, "publish"), { when: "now" });
    // The file outbox refuses nobody.
    await expect.poll(() => queryDatabase("select 1 from mailing_deliveries where state <> 'handed_over'")).toEqual([]);
    await queryDatabase("update mailing_deliveries set state = 'refused' where id = (select min(id::text)::uuid from mailing_deliveries)");
    await queryDatabase(
      "insert into pgboss.job (name, data) select 'newsletter-failures-mail', jsonb_build_object('mailingId', id) from mailings where subject is not null limit 1",
    );
    // Otherwise, one mail could say this and the next one.
    await expect.poll(() => kindsMissing(isolated)).not.toContain("newsletterFailures");
    const returned = await postForm(page, `/folda/${folder?.id}/mailings/new`, { subject: newsletter });
    const returnedId = (returned.headers().location ?? "").split("/").at(-2);
    await queryDatabase(
      `insert into pgboss.job (name, data) select 'newsletter-returned-mail', jsonb_build_object('mailingId', id, 'userId', user_id) from mailings where id = '${returnedId}'`,
    );
    await queryDatabase(
      `insert into sources (client_id, folder_id, user_id, address, title, tags, full_text, problem, is_paused)
       select f.client_id, f.id, u.id, 'https://hafen.example/feed', '${source}', '{Hafen}', false, 'timeout', true
       from folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example' where f.id = '${folder?.id}'`,
    );
    await queryDatabase(
      "insert into pgboss.job (name, data) select 'source-failing-mail', jsonb_build_object('sourceId', id, 'userId', user_id) from sources where problem = 'timeout'",
    );
    expect(Object.keys(german).length).toBeGreaterThanOrEqual(9);
    await expect.poll(() => kindsMissing(isolated)).toEqual([]);
  });

  await test.step("the scanner opens them all, twice", async () => {
    const all = await readOutbox(isolated.outbox);
    const [letter] = all.filter(({ subject }) => subject === newsletter);
    const mails = all.filter((mail) => mail.subject !== newsletter || mail === letter);
    expect(mails.length).toBeGreaterThanOrEqual(12);
    const before = await everything();
    expect(Object.keys(before)).toContain("users");
    for (let round = 0; round < 2; round++) for (const mail of mails) await scanLinks(browser, mail);
    expect(await everything()).toEqual(before);
  });

  await test.step("and every link still does what it is for", async () => {
    for (const email of [newcomer, friend, tobias]) await post(pathOf(await waitForMail(isolated.outbox, email)), {});
    const reset = pathOf(await waitForMail(isolated.outbox, "jana@demo.example", { subject: "Passwort" }));
    await post(reset, { password: strong, passwordConfirmation: strong });
  });
});

/** `npm run mails`, as developers look at mails. */
const shown = base.extend<{ mails: string }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const server = spawn(process.execPath, ["--import", "tsx", "scripts/mails.ts"], { env: { ...process.env, PORT: new URL(url).port } });
      try {
        await waitUntilReady(url);
        await use(url);
      } finally {
        server.kill("SIGKILL");
      }
    },
    { timeout: 60_000 },
  ],
  baseURL: ({ mails }, use) => use(mails),
});

shown("Every mail can be read by everybody, in light and dark, wide and narrow, as HTML and as plain text @with-js", async ({ page }) => {
  shown.slow();
  await page.goto("/");
  const paths = await page.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThanOrEqual(56);
  for (const path of paths) {
    await shown.step(path, async () => {
      await page.goto(path);
      if (path.endsWith(".txt")) {
        const text = await page.locator("body").innerText();
        const greeting = path.startsWith("/de/") ? /^Guten Tag\b.*,$/m : /^Hello\b.*,$/m;
        const isNewsletter = /\/newsletter(?!-failures|-returned)/.test(path);
        const isDigest = path.includes("/digest");
        expect(text).toMatch(isNewsletter ? /^https:\/\/paper\.example\//m : isDigest ? /^http:\/\/localhost:3000\/contents\//m : greeting);
        return;
      }
      await expect(page.locator("html")).toHaveAttribute("lang", path.slice(1, 3));
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, ["color-contrast"]);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
  }
});
