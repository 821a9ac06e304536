import { pagesUrl, test } from "../support/e2e/fixtures";
import { expectAccessible } from "../support/e2e/pages";

/** A flow that must fail; otherwise the fixture would not detect this in other flows. */
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
