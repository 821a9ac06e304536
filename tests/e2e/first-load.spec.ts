import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { expect, signIn, test } from "../support/e2e/fixtures";

test("Jana's browser fetches 116 KB of scripts at most to show the stream @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto("/stream");
  // React marks the document when it hydrates; by then everything of the first page has been fetched.
  await expect.poll(() => page.evaluate("Object.keys(document).some((key) => key.startsWith('__reactContainer'))")).toBe(true);
  await page.waitForLoadState("load");
  // Read here, because a script that arrives later would be read after the end of the test.
  const bytes = (await Promise.all(scripts.map((script) => script.body()))).map((script) => gzipSync(script).byteLength);
  expect(bytes.length).toBeGreaterThan(3);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(116_000);
});

test("Jana clicks while the page wakes up, and gets there @with-js", async ({ page }) => {
  await signIn(page, "jana");
  // Between React's first listener and the end of hydration: as soon as Remix has taken up the data that came with the page.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    let isThere = false;
    port1.onmessage = () => {
      const state = (window as { __remixContext?: { stream?: unknown } }).__remixContext;
      isThere ||= Boolean(state?.stream);
      if (isThere && !state?.stream) document.querySelector<HTMLAnchorElement>('a[href^="/stream/contents/new"]')?.click();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  await page.goto("/stream", { waitUntil: "commit" });
  await expect(page.getByRole("dialog", { name: "Beitrag hinzufügen" })).toBeVisible();
});
