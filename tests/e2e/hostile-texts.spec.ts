import { createCaller } from "../support/caller";
import { expect, signIn } from "../support/e2e/fixtures";
import { test } from "../support/e2e/isolated-product";
import { seedRecords } from "../support/seed";
import { demoPassword } from "../support/serve-for-tests.js";

const hit = "window.__hit=(window.__hit||0)+1";
const hostile = [
  `</textarea></title></style></script>--><script>${hit}</script>`,
  `<img src=x onerror="${hit}">`,
  `<svg onload="${hit}">`,
  `" autofocus onfocus="${hit}" x="`,
  `' onmouseover='${hit}' x='`,
  `javascript:${hit}`,
].join(" ");

test("Whatever stands in every field, nothing of it runs on any page @with-js", async ({ page, isolated }) => {
  test.slow();
  const send = (request: Request) => fetch(request);
  const visitor = createCaller(send, isolated.api.url, async () => ({}));
  const session = await visitor.post("/auth", { workspace: "demo", email: "anna@demo.example", password: demoPassword });
  const anna = createCaller(send, isolated.api.url, async () => ({ Authorization: `Bearer ${session.body.auth_token}` }));
  const team = (await anna.get("/teams")).body.find(({ slug }: { slug: string }) => slug === "netz").id;
  const person = (await anna.get(`/memberships?team_id=${team}`)).body.entries[0].user.id;
  const things = await seedRecords(anna, { team, person, words: (field, plain) => `${plain} ${field} ${hostile}` });

  const violations: string[] = [];
  await page.exposeFunction("tellViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      // zod asks whether it may compile its schemas, and takes no for an answer.
      if (event.blockedURI === "eval" && event.sourceFile.startsWith(`${location.origin}/assets/`)) return;
      const { tellViolation } = window as unknown as { tellViolation(text: string): void };
      tellViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  page.on("dialog", (dialog) => {
    violations.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });

  await signIn(page, "anna");
  const folder = `/folda/${things.folder}`;
  const addresses = [
    "/stream",
    `/contents/${things.article}`,
    `/contents/${things.article}/edit`,
    `/contents/${things.article}/share`,
    "/search?term=onerror",
    folder,
    `${folder}/edit`,
    `${folder}/ownerships`,
    `${folder}/export/articles`,
    `${folder}/mailings`,
    `${folder}/mailings/${things.draft}/title`,
    `${folder}/mailings/${things.draft}/articles`,
    `${folder}/mailings/${things.draft}/summary`,
    `/newsletter/${things.mailing}`,
    "/settings/feeds",
    "/settings/exports",
    "/settings/shortcuts",
    "/client/tags",
    "/client/audit-log",
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator("h1, h2").first(), address).toBeVisible();
    await page.mouse.move(400, 300);
    for (const frame of page.frames()) expect(await frame.evaluate(() => "__hit" in window), `${address} ${frame.url()}`).toBe(false);
  }
  expect(violations).toEqual([]);
});
