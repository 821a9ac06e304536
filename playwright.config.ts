import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.js";

const executablePath = findBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/flows",
  // Each worker starts its own product (`tests/support/e2e/product.ts`).
  globalSetup: "./tests/support/e2e/global-setup.ts",
  fullyParallel: true,
  // Flows often wait: three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  reporter: [["list"], ["./tests/support/e2e/slowest-flows.ts"], ["json", { outputFile: "test-results/playwright.json" }]],
  // It leaves out files whose flows ran in several workers.
  reportSlowTests: null,
  // Nothing is expected to take this long: only a flow that hangs meets these limits, also on a machine that is ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
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
    // Part of `npm test`: each feature's main way and its most likely failure.
    { name: "journeys", use: devices["Desktop Chrome"], grep: /@journey/ },
    { name: "with-js", use: devices["Desktop Chrome"], grepInvert: /@without-js|@phone/ },
    { name: "without-js", use: { ...devices["Desktop Chrome"], javaScriptEnabled: false }, grepInvert: /@with-js/ },
    // With as many pixels as a phone has, drawing a page takes several times as long.
    { name: "phone-with-js", use: { ...devices["Pixel 7"], deviceScaleFactor: 1 }, grep: /@phone/, grepInvert: /@without-js/ },
  ],
});
