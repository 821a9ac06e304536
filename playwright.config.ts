import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.js";
import { freePort } from "./tests/support/free-port";

/** Workers load this file again, so ports are chosen once and passed on in the environment. */
async function portOf(variable: string): Promise<number> {
  process.env[variable] ??= String(await freePort());
  return Number(process.env[variable]);
}

const port = await portOf("E2E_PORT");
const pagesPort = await portOf("E2E_PAGES_PORT");
// Chosen here, because flows read the mails that the product writes into it.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `folda-e2e-${process.pid}`);
process.env.E2E_MAIL_DIR = join(process.env.E2E_DATA_DIR, "outbox");
const executablePath = findBrowser();
const stop = { signal: "SIGTERM", timeout: 10_000 } as const;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // Flows often wait: four keep two cores busy.
  workers: 4,
  // CI repeats a flow that failed once. If it passes, Playwright lists it as flaky, and it does not hold up other work.
  retries: Number(process.env.E2E_RETRIES ?? 0),
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Traces take a third of a flow's time. To debug a flow, repeat it with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    timezoneId: "Europe/Berlin",
    // It would intercept requests that flows handle; `offline.spec.ts` allows it.
    serviceWorkers: "block",
    // Otherwise every navigation is animated, which takes time.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"],
    },
  },
  // Every flow runs with and without JavaScript, unless a tag says otherwise: `@without-js` on those that only read pages or post to them, which
  // script does not change (accessibility.spec.ts opens every page with it), `@with-js` on those that need script or axe. With it, those that a
  // phone shows differently (`@phone`) run on one; without it, in a wide window.
  projects: [
    { name: "with-js", use: devices["Desktop Chrome"], grepInvert: /@without-js|@phone/ },
    { name: "without-js", use: { ...devices["Desktop Chrome"], javaScriptEnabled: false }, grepInvert: /@with-js/ },
    // With as many pixels as a phone has, drawing a page takes several times as long.
    { name: "phone-with-js", use: { ...devices["Pixel 7"], deviceScaleFactor: 1 }, grep: /@phone/, grepInvert: /@without-js/ },
  ],
  webServer: [
    {
      command: "node tests/support/serve-for-tests.js",
      env: {
        PORT: String(port),
        DATA_DIR: process.env.E2E_DATA_DIR,
        IMPORT_ALLOW_HOSTS: `127.0.0.1:${pagesPort}`,
        INQUIRIES_EMAIL: "demo@folda.example",
        OPERATOR_PHONE: "+49 (40) 1234-0",
        // Another site than the product's, by its host name.
        WEBVIEW_FRAME_ORIGINS: `http://localhost:${pagesPort}`,
      },
      url: `http://127.0.0.1:${port}/readyz`,
      // A slow machine needs minutes to look for changes, create the database and fill it.
      timeout: 600_000,
      gracefulShutdown: stop,
    },
    {
      command: "node --import tsx tests/support/e2e/pages-server.ts",
      env: { PORT: String(pagesPort) },
      url: `http://127.0.0.1:${pagesPort}/`,
      gracefulShutdown: stop,
    },
  ],
});
