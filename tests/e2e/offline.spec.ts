import { fileArticle } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

// Without script there is no service worker, and the browser shows its own page.
test.use({ serviceWorkers: "allow", allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

const workerIsReady = "navigator.serviceWorker.ready.then(({ active }) => Boolean(active))";

test("Lena's train enters a tunnel: a page says so in both languages, none of hers is kept, and it goes on behind it @with-js", async ({
  page,
}) => {
  await signIn(page, "lena");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Vor dem Tunnel") });
  await openPage(page, articlePath);
  expect(await page.evaluate(workerIsReady)).toBe(true);
  await openPage(page, "/stream");
  await page.context().setOffline(true);
  for (const path of ["/stream", articlePath, "/folda", "/settings/profile"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Keine Verbindung" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "No connection" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    expect(await page.content()).not.toMatch(/Vor dem Tunnel|Lena/);
  }
  await expectAccessible(page);
  expect(await page.locator(".btn.primary").evaluate((button) => getComputedStyle(button).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)");
  const kept =
    "caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))))";
  expect(await page.evaluate(kept)).toEqual([["/offline"]]);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Noch einmal versuchen" }).click();
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();
});

test("Lena signs out, and the worker goes with her session @with-js", async ({ page }) => {
  await signIn(page, "lena");
  await openPage(page, "/stream");
  await page.evaluate(workerIsReady);
  await page.getByText("Lena Großmann").first().click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  const left =
    "Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(([workers, stores]) => workers.length + stores.length)";
  await expect.poll(() => page.evaluate(left)).toBe(0);
});
