import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, expectAccessible, pagesUrl, readMail, signIn, test } from "../support/e2e/fixtures";

/** A flow that must fail, or else nothing would notice the same in any other. */
const planted = [
  ["logs an error", "console.error('planted')"],
  ["throws", "setTimeout(() => { throw new Error('planted'); })"],
  ["asks another machine", `void fetch(${JSON.stringify(`${pagesUrl}/`)}, { mode: "no-cors" }).catch(() => {})`],
  ["warns of a hydration that did not match", "console.warn('Warning: Text content did not match.')"],
] as const;

for (const [what, script] of planted) {
  test(`A page that ${what} fails its flow @with-js`, async ({ page }) => {
    test.fail();
    await page.goto("/sign-in");
    const reported = page.waitForEvent("request", { predicate: (request) => request.url().endsWith("/favicon.svg?reported") });
    await page.evaluate(script);
    await page.evaluate("setTimeout(() => { new Image().src = '/favicon.svg?reported'; })");
    await reported;
  });
}

test("A page that cannot be used by everybody fails its flow @with-js", async ({ page }) => {
  test.fail();
  await page.goto("/sign-in");
  await page.evaluate("document.querySelector('label').remove()");
  await expectAccessible(page);
});

test("Jana is signed in and finds the stream @phone", async ({ page }) => {
  await signIn(page, "jana");
  await page.goto("/stream");
  await expect(page).toHaveURL(/\/stream$/);
  await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
});

test("A mail is read by its recipient where the product writes mails @with-js", async () => {
  const outbox = process.env.E2E_MAIL_DIR ?? "";
  expect(existsSync(join(dirname(outbox), "database")), "the product keeps its data beside it").toBe(true);
  const address = `${randomUUID()}@demo.example`;
  const subject = "Gr=C3=BC=C3=9Fe";
  const html = '<a href="http://localhost:3000/a?b=1&amp;c=2">Los</a>';
  const headers = [`To: Jana <${address}>`, `Subject: =?UTF-8?Q?${subject}?=`, "Content-Type: text/html; charset=utf-8"];
  mkdirSync(outbox, { recursive: true });
  const file = join(outbox, `2026-01-01T00-00-00.000Z-${address}.eml`);
  writeFileSync(file, [...headers, "", html].join("\r\n"));
  const mail = await readMail(address, { subject: "Grüße" });
  expect(mail).toMatchObject({ subject: "Grüße", links: ["http://localhost:3000/a?b=1&c=2"] });
  rmSync(file);
});
