import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDemoProduct } from "../support/built-product";
import { readOutbox, waitForMail } from "../support/outbox";
import { queryProduct } from "../support/query-product";

type Opened = Awaited<ReturnType<typeof openDemoProduct>>;
/** Copies of one database, with the same ids and secrets: whatever one takes from the other fits. */
let nord: Opened;
let sued: Opened;
beforeAll(async () => {
  nord = await openDemoProduct({ PRODUCT_NAME: "Nordblick", PRODUCT_SLUG: "nord" });
  sued = await openDemoProduct({ PRODUCT_NAME: "Suedblick", PRODUCT_SLUG: "sued" });
  // A product of the environment cannot be opened, so everything fails that does not know which of the two it serves.
  vi.stubEnv("PORT", "none");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([nord.close(), sued.close()]);
});

/** Does the same in both at the same time. */
const inBoth = <Result>(act: (product: Opened) => Promise<Result>) => Promise.all([act(nord), act(sued)]);
const one = async (product: Opened, text: string) => Object.values((await queryProduct(product, text))[0] ?? {})[0];

const folderId = async () => String(await one(nord, "select id from folders where name = 'Leit- und Sicherungstechnik'"));

test("Both have their own settings", async () => {
  const names = await inBoth(async ({ ask }) => (await (await ask("/sign-in")).text()).match(/Nordblick|Suedblick/g));
  expect(names.map((found) => new Set(found))).toEqual([new Set(["Nordblick"]), new Set(["Suedblick"])]);
});

test("A cached page of one is none of the other", async () => {
  const anna = await nord.signIn("anna");
  const draft = (await nord.post(`/nord/${await folderId()}/mailings/new`, { subject: "Korridorbrief" }, anna)).replace(/\/tags$/, "");
  await nord.post(`${draft}/publish`, { when: "now" }, anna);
  const path = `/newsletter/${draft.split("/").at(-1)}`;
  expect((await nord.ask(path)).status).toBe(200);
  expect(await inBoth(async ({ ask }) => (await ask(path)).status)).toEqual([200, 404]);
});

test("The same folder has the address of each", async () => {
  const folder = await folderId();
  const slugs = ["nord", "sued"].map((slug) => `/${slug}/${folder}`);
  const statuses = await inBoth(async (product) => {
    const cookie = await product.signIn("tobias");
    return Promise.all(slugs.map(async (path) => (await product.ask(path, { cookie })).status));
  });
  expect(statuses).toEqual([
    [200, 404],
    [404, 200],
  ]);
});

test("A session is valid in one of them", async () => {
  const cookie = await nord.signIn("anna");
  expect(await inBoth(async ({ ask }) => (await ask("/stream", { cookie })).status)).toEqual([200, 302]);
});

test("Wrong passwords in one do not slow down the other", async () => {
  const body = { workspace: "demo", email: "jana@demo.example", password: "wrong password" };
  let status = 0;
  while (status !== 429) ({ status } = await nord.ask("/sign-in", { method: "POST", body: new URLSearchParams(body) }));
  expect(await sued.signIn("jana")).toMatch(/^authToken=/);
});

test("Jobs send the mails of their own product", async () => {
  const outboxOf = ({ dataDir }: Opened) => join(dataDir, "outbox");
  await inBoth(({ ask }) =>
    ask("/password-reset", { method: "POST", body: new URLSearchParams({ workspace: "demo", email: "clara@demo.example" }) }),
  );
  await inBoth((product) => waitForMail(outboxOf(product), "clara@demo.example"));
  const origins = await inBoth(async (product) => (await readOutbox(outboxOf(product))).map(({ links }) => new URL(links[0] ?? "").origin));
  expect(origins.map((found) => new Set(found))).toEqual([new Set([nord.url]), new Set([sued.url])]);
});

test("An upload is stored in the product that it was sent to", async () => {
  const folder = await folderId();
  const statuses = await inBoth(async (product) => {
    const cookie = await product.signIn("tobias");
    const body = new FormData();
    const fields = {
      title: `Weiche ${product.url}`,
      folderId: folder,
      newTags: "Bau",
      publishedAt: "2026-03-01",
      body: "Neu.",
      key: crypto.randomUUID(),
    };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("files", new File(["Plan"], "plan.txt"));
    return (await product.ask("/stream/contents/new", { method: "POST", cookie, body })).status;
  });
  expect(statuses).toEqual([302, 302]);
  const titles = await inBoth((product) => one(product, "select string_agg(title, ' ') from articles where title like 'Weiche http%'"));
  expect(titles).toEqual([nord, sued].map(({ url }) => `Weiche ${url}`));
  const uploads = await inBoth((product) => one(product, "select count(*)::int from attachments where original_filename = 'plan.txt'"));
  expect(uploads).toEqual([1, 1]);
});

test("One goes on when another has closed", async () => {
  const cookie = await sued.signIn("anna");
  const third = await openDemoProduct();
  await third.close();
  expect((await sued.ask("/stream", { cookie })).status).toBe(200);
});
