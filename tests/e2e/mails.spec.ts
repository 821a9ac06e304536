import { spawn } from "node:child_process";
import { test as base, expect } from "../support/e2e/fixtures";
import { expectAccessible } from "../support/e2e/pages";
import { freePort } from "../support/free-port";
import { waitUntilReady } from "../support/serve-for-tests.js";

/** `npm run mails`, which shows all mails to developers. */
const shown = base.extend<{ mails: string }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const server = spawn(process.execPath, ["--import", "tsx", "scripts/mails.ts"], { env: { ...process.env, PORT: new URL(url).port } });
      try {
        await waitUntilReady(url, server);
        await use(url);
      } finally {
        server.kill("SIGKILL");
      }
    },
    { timeout: 600_000 },
  ],
  baseURL: ({ mails }, use) => use(mails),
});

shown("Every mail can be read by everybody, in light and dark, wide and narrow, as HTML and as plain text @with-js", async ({ page }) => {
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
        const link = path.startsWith("/de/") ? /^Weiterlesen: http/m : /^Read more: http/m;
        expect(text).toMatch(isNewsletter || isDigest ? link : greeting);
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
