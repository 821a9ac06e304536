import { createHash, randomUUID } from "node:crypto";
import { type APIResponse, type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { parseHTML } from "linkedom";
import { demoClient, personas } from "../../../api/demo/personas";
import { cookieNames } from "../../../contract/cookies";
import { queryEmbedded } from "../embedded-query";
import { type ReceivedMail, waitForMail } from "../outbox";
import { runAxe } from "./axe";

export { expect } from "@playwright/test";

import { demoPassword } from "../serve-for-tests.js";

/** The address of `pages-server.ts`: real pages to import. */
export const pagesUrl = `http://127.0.0.1:${process.env.E2E_PAGES_PORT}`;

interface Fixtures {
  /** Expected errors in the console, besides a fetched 404 or 422. */
  allowedConsole: RegExp[];
  /** Fails tests that leave errors in the console, throw, or contact another machine. */
  quiet: undefined;
}

/** Chromium's message for a response that a page fetched and can show. */
const fetchedRefusal = /^Failed to load resource: the server responded with a status of (404|422)\b/;

/** Remix's message for a response that was aborted by a navigation, logged or thrown. */
const abortedAnswer = /^AbortError: signal is aborted without reason/;

export const test = base.extend<Fixtures>({
  allowedConsole: [[], { option: true }],
  quiet: [
    async ({ context, baseURL, allowedConsole }, use) => {
      const problems = watch(context, new URL(baseURL ?? "").host, [fetchedRefusal, abortedAnswer, ...allowedConsole]);
      await use(undefined);
      expect(problems, "the browser reported problems").toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects all errors of a browser context, including hydration errors, which React logs. */
function watch(context: BrowserContext, ownHost: string, allowed: RegExp[]): string[] {
  const problems: string[] = [];
  context.on("console", (message) => {
    const text = message.text();
    const isHydration = /hydrat|did not match/i.test(text);
    if (message.type() !== "error" && !isHydration) return;
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`console.${message.type()}: ${text} (${message.location().url})`);
  });
  context.on("weberror", (webError) => {
    const text = String(webError.error());
    if (!abortedAnswer.test(text)) problems.push(`uncaught: ${text}`);
  });
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== ownHost) problems.push(`request to another machine: ${request.url()}`);
  });
  return problems;
}

type Person = (typeof personas)[number]["key"];

/** Signs a persona in by posting the sign-in form; the next `goto` is theirs. */
export async function signIn(page: Page, person: Person, { locale }: { locale?: "de" | "en" } = {}): Promise<void> {
  const member = personas.find(({ key }) => key === person);
  if (!member) throw new Error(`no persona ${person}`);
  await speak(page, locale ?? member.locale);
  const form = { workspace: demoClient.workspace, email: member.email, password: demoPassword };
  const answer = await page.request.post("/sign-in", { form, maxRedirects: 0 });
  expect(answer.status(), `${person} signs in`).toBe(302);
}

interface NewMember {
  locale?: "de" | "en";
  /** Whether Nadia has completed her profile; otherwise the session guard requires it. */
  complete?: boolean;
}

/** Signs Nadia Öztürk up to the demo workspace, confirms the address and signs in; the next `goto` is hers. Returns the password. */
export async function newMember(page: Page, email: string, { locale = "de", complete = true }: NewMember = {}): Promise<string> {
  await speak(page, locale);
  const password = `Nachtzug-${randomUUID()}`;
  const { workspace } = demoClient;
  const signUp = { workspace, email, password, passwordConfirmation: password };
  const signedUp = await page.request.post("/sign-up", { form: signUp, maxRedirects: 0 });
  expect(signedUp.status(), `${email} signs up`).toBe(302);
  const [link = ""] = (await readMail(email)).links;
  const confirmed = await page.request.post(new URL(link).pathname, { form: {} });
  expect(confirmed.status(), `${email} is confirmed`).toBe(200);
  const answer = await page.request.post("/sign-in", { form: { workspace, email, password }, maxRedirects: 0 });
  expect(answer.status(), `${email} signs in`).toBe(302);
  if (complete) {
    const form = { salutation: "Frau", firstName: "Nadia", lastName: "Öztürk" };
    const completed = await page.request.post("/complete-profile", { form, maxRedirects: 0 });
    expect(completed.status(), `${email} says who she is`).toBe(302);
  }
  return password;
}

export async function speak(page: Page, locale: "de" | "en"): Promise<void> {
  const { baseURL } = test.info().project.use;
  await page.context().addCookies([{ name: "currentLocale", value: locale, url: baseURL ?? "" }]);
}

/** The newest mail to an address; waits for one. */
export const readMail = (address: string, wanted: { subject?: string; after?: ReceivedMail } = {}): Promise<ReceivedMail> =>
  waitForMail(process.env.E2E_MAIL_DIR ?? "", address, wanted);

const sharedDataDir = process.env.E2E_DATA_DIR ?? "";
let dataDir = sharedDataDir;

/** Sets the product whose database `queryDatabase` queries, by its data directory; by default the one that flows share. */
export function queryProduct(directory = sharedDataDir): void {
  dataDir = directory;
}

/** Runs a statement on the product's database. */
export const queryDatabase = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  queryEmbedded(dataDir, text, values);

/** The path of a new link to reset a person's password, as in a mail; earlier links stay valid. */
export async function makeResetPath(email = "florian@demo.example"): Promise<string> {
  const token = randomUUID();
  const made = await queryDatabase(
    `insert into links (user_id, purpose, token_hash, expires_at)
     select id, 'password_reset', $2, now() + interval '1 hour' from users where email = $1 returning id`,
    [email, createHash("sha256").update(token).digest("base64url")],
  );
  expect(made).toHaveLength(1);
  return `/password_resets/${token}`;
}

/** Opens every link of a mail's HTML and text like a mail scanner: by GET, by HEAD, and in a separate browser that runs scripts. */
export async function scanLinks(browser: Browser, { links, text }: ReceivedMail): Promise<void> {
  const { javaScriptEnabled } = test.info().project.use;
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  for (const link of new Set([...links, ...(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])])) {
    if (!/^https?:/.test(link)) continue;
    // Articles of a newsletter link to their sources, which do not exist.
    if (new URL(link).hostname.endsWith(".example")) continue;
    await context.request.get(link);
    await context.request.head(link);
    await page.goto(link);
  }
  await context.close();
}

/** Whether this run has JavaScript. */
export const hasScript = (): boolean => test.info().project.use.javaScriptEnabled !== false;

/** Matches all but three of elements that repeat: the fourth card has the colours and the structure of the first. */
export const repeated = ["article", "tr", "li", "fieldset > label", "option"]
  .map((first) => {
    const next = first.split(" ").at(-1);
    return `${first} ~ ${next} ~ ${next} ~ ${next}`;
  })
  .join(", ");

/**
 * Checks the page for WCAG 2.2 AA and axe's best practices, or for some rules. Takes seconds: call it once for every screen and state. axe itself needs
 * JavaScript: without it, nothing is checked.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!hasScript()) return;
  await idle(page);
  // As tall as the page: sticky elements would cover content, and axe cannot scroll.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const height = Math.max(size.height, await page.evaluate<number>("document.documentElement.scrollHeight"));
  await page.setViewportSize({ ...size, height });
  await settled(page);
  const violations = await runAxe(page, { rules, exclude: [repeated] });
  await page.setViewportSize(size);
  expect(violations, `axe on ${page.url()}`).toEqual([]);
}

/** Waits for the end of colour transitions, which axe would measure. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // The message that offers to undo something fades after half a minute, by an animation that runs all the time.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || Number(effect?.getComputedTiming().endTime) > 5000),
  );
}

/** Messages of browsers and Remix without a network, and further expected ones. */
export const offlineConsole = (others = "$^"): RegExp[] => [
  new RegExp(`ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches|${others}`),
];

/** Waits until script handles keyboard and mouse on the page; returns at once if there is no script. */
export async function hydrated(page: Page): Promise<void> {
  if (!hasScript()) return;
  await page.waitForLoadState("domcontentloaded");
  if ((await page.locator("script#texts").count()) === 0) return;
  const isHydrated = () =>
    [document.body, document.body.lastElementChild ?? {}].some((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber")));
  await page.waitForFunction(isHydrated, undefined, { polling: 50 });
  await idle(page);
}

/** Waits until a page is idle: some listeners are added in separate tasks. */
async function idle(page: Page): Promise<void> {
  if (!hasScript()) return;
  const isLate = await page.evaluate(
    () => new Promise<boolean>((resolve) => requestIdleCallback(({ didTimeout }) => resolve(didTimeout), { timeout: 2000 })),
  );
  // About once in a thousand resized windows, headless Chromium stops drawing until somebody asks for a picture.
  if (isLate) await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

/** Presses a button that is `aria-disabled` because a field is empty: people can press it, but Playwright takes it for disabled. */
export const pressUnready = (button: Locator): Promise<void> => button.click({ force: true });

/**
 * Presses a button of a German form whose required fields with these labels are empty, in the order of the page. With script they are named at the
 * fields, and nothing is sent; without, the server's summary links to them.
 */
export async function expectMissing(form: Locator, button: string | Locator, labels: string[]): Promise<void> {
  const required = "Dies ist ein Pflichtfeld";
  const submit = typeof button === "string" ? form.getByRole("button", { name: button, exact: true }) : button;
  if (!hasScript()) {
    await submit.click();
    await expect(form.getByRole("alert").getByRole("link")).toHaveText(labels.map((label) => `${label}: ${required}`));
    return;
  }
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await pressUnready(submit);
  await expect(form.locator(".field-error")).toHaveText(labels.map(() => required));
  await expect(form.locator(":focus")).toHaveAttribute("aria-invalid", "true");
  await expect(form.locator(":focus")).toHaveAccessibleDescription(new RegExp(`${required}$`));
}

/** Follows a link, and waits until script handles the keyboard on its page. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Types the text of an article, with script into the editor, which replaces the textarea when it has loaded. */
export async function fillBody(page: Page, text: string, name = "Text"): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (hasScript()) await expect(dialog.locator('[contenteditable="true"]')).toBeVisible();
  await dialog.getByRole("textbox", { name, exact: true }).fill(text);
  await idle(page);
}

/** Checks the text of an article, in the editor or the textarea. */
export async function expectBody(page: Page, expected: string | RegExp, name = "Text"): Promise<void> {
  const field = page.getByRole("dialog").getByRole("textbox", { name, exact: true });
  const text = () =>
    field.evaluate((element) => (element instanceof HTMLTextAreaElement ? element.value : (element as HTMLElement).innerText));
  await expect
    .poll(async () => (await text()).replace(/\n{3,}/g, "\n\n").trim())
    .toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
}

/** A title that is unique among flows and runs. */
export const uniqueTitle = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;

type FormFields = Record<string, string | string[] | undefined>;

/** Posts a form like a browser without JavaScript, without following the redirect. */
export function postForm(page: Page, path: string, fields: FormFields): Promise<APIResponse> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((one) => [name, one])));
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return page.request.post(path, { headers, data: new URLSearchParams(pairs).toString(), maxRedirects: 0 });
}

/** The ids of the demo workspace's teams or folders with that name. Reading them from pages would take a tenth of the time of all flows. */
async function idsOf(table: "teams" | "folders", name: string): Promise<string[]> {
  const found = await queryDatabase(
    `select id from ${table} where name = $1 and client_id = (select id from clients where workspace = 'demo')`,
    [name],
  );
  return found.map(({ id }) => String(id));
}

/** The path of a folder. */
export async function findFolderPath(page: Page, name: string): Promise<string> {
  const [id, ...others] = await idsOf("folders", name);
  if (id && others.length === 0) return `/folda/${id}`;
  // All inboxes have the same name; the page of all folders links only to the signed-in person's.
  const { document } = parseHTML(await (await page.request.get("/folda")).text());
  const path = [...document.querySelectorAll(".folda a")].find((link) => link.textContent?.trim() === name)?.getAttribute("href");
  if (!path) throw new Error(`no folder ${name}`);
  return path;
}

/** Deletes the messages about steps that a test has prepared; the next page would show them. */
export const dropNotices = (page: Page) => page.context().clearCookies({ name: cookieNames.flash });

/** The fields of an article as its form posts them. */
export const articleFields = (title: string, fields: FormFields = {}): FormFields => ({
  title,
  body: "Die Sperrung beginnt im März und dauert neun Wochen.",
  newTags: "Sperrpause",
  publishedAt: "2026-03-02",
  priority: "normal",
  shareable: "on",
  key: randomUUID(),
  // Skips the question whether the address is already filed.
  seenAddress: fields.sourceUrl,
  ...fields,
});

/** Files an article into a folder as the signed-in person; returns the paths of both. */
export async function fileArticle(page: Page, { folder, title, ...fields }: { folder: string; title: string } & FormFields) {
  const folderPath = await findFolderPath(page, folder);
  const answer = await postForm(
    page,
    `${folderPath}/contents/new`,
    articleFields(title, { folderId: folderPath.split("/").at(-1), ...fields }),
  );
  expect(answer.status(), `${title} is filed`).toBe(302);
  await dropNotices(page);
  const [article] = await queryDatabase("select id from articles where title = $1 order by created_at desc limit 1", [title]);
  if (!article) throw new Error(`no article ${title}`);
  const articlePath = `/contents/${article.id}`;
  return { folderPath, articlePath };
}

/** Creates a folder in a team as the signed-in person; returns its path. */
export async function makeFolder(page: Page, { team, name, ...fields }: { team: string; name: string } & FormFields): Promise<string> {
  const [teamId, ...others] = await idsOf("teams", team);
  if (!teamId || others.length > 0) throw new Error(`${others.length + (teamId ? 1 : 0)} teams are called ${team}`);
  const answer = await postForm(page, "/folda/new", { name, teamId, key: randomUUID(), ...fields });
  expect(answer.status(), `${name} is made`).toBe(302);
  await dropNotices(page);
  return findFolderPath(page, name);
}

/** The field for a folder: a select, or with script a combobox. */
const folderField = (form: Page | Locator, label = "Folda"): Locator => form.getByLabel(label, { exact: true });

export async function chooseFolder(form: Page | Locator, name: string, label?: string): Promise<void> {
  const field = folderField(form, label);
  if (!hasScript()) return void (await field.selectOption({ label: name }));
  await expect(field).toHaveAttribute("role", "combobox");
  await field.fill(name);
  await field.press("Enter");
  await expect(field).toHaveValue(name);
}

export async function expectFolder(form: Page | Locator, name: string): Promise<void> {
  if (hasScript()) await expect(folderField(form)).toHaveValue(name);
  else await expect(folderField(form).locator("option:checked")).toHaveText(name);
}

/** Chooses an entry of a picker: with script by typing its name into the field with this label, without in the list that `more` unfolds. */
export async function choosePicked(form: Locator, name: string, field: string, more: string | RegExp): Promise<void> {
  const box = form.getByRole("checkbox", { name, exact: true });
  if (hasScript()) {
    const input = form.getByLabel(field);
    // An input with a datalist has the role, too.
    await expect(input).toHaveAttribute("role", "combobox");
    await input.fill(name);
    await input.press("Enter");
    await expect(input).toHaveValue("");
    return expect(box).toBeChecked();
  }
  if (!(await box.isVisible())) await form.getByText(more).click();
  await box.check();
}

/** The card or row of an article in a list. */
export const articleCard = (page: Page, title: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { level: 2, name: title }) });

/** A second person with their own browser context, which the caller closes. */
export async function openBrowserOf(browser: Browser, person: Person): Promise<Page> {
  const { baseURL, javaScriptEnabled } = test.info().project.use;
  const page = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage();
  await signIn(page, person);
  return page;
}
