import { createHash, randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { demoClient, personas } from "../../../api/demo/personas";
import { type ReceivedMail, waitForMail } from "../outbox";
import { demoPassword } from "../serve-for-tests.js";
import { type Product, startProduct } from "./product";

export { expect } from "@playwright/test";

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

let product: Product;

/** Sets the product whose pages a test opens and whose database and mails it reads. */
export function useProduct(used: Product): void {
  product = used;
}

export const test = base.extend<Fixtures, { workerProduct: Product }>({
  workerProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use, { workerIndex }) => {
      const { stop, ...started } = await startProduct(workerIndex);
      await use(started);
      await stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ workerProduct }, use) => {
    useProduct(workerProduct);
    await use(workerProduct.url);
  },
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
  await page.context().addCookies([{ name: "currentLocale", value: locale, url: product.url }]);
}

/** The newest mail to an address; waits for one. */
export const readMail = (address: string, wanted: { subject?: string; after?: ReceivedMail } = {}): Promise<ReceivedMail> =>
  waitForMail(product.outbox, address, { timeoutMs: 120_000, ...wanted });

/** Runs a statement on the product's database. */
export const queryDatabase: Product["query"] = (...statement) => product.query(...statement);

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

/** Messages of browsers and Remix without a network, and further expected ones. */
export const offlineConsole = (others = "$^"): RegExp[] => [
  new RegExp(`ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches|${others}`),
];

/** A second person with their own browser context, which the caller closes. */
export async function openBrowserOf(browser: Browser, person: Person): Promise<Page> {
  const { javaScriptEnabled } = test.info().project.use;
  const page = await (await browser.newContext({ baseURL: product.url, javaScriptEnabled })).newPage();
  await signIn(page, person);
  return page;
}

/** A title that is unique among flows and runs. */
export const uniqueTitle = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;
