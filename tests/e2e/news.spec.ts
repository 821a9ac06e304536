import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { expect, newMember, openBrowserOf, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, hydrated, openPage } from "../support/e2e/pages";

/** Nadia, a new member, sees one folder besides her own. Ayşe files into it; articles of other flows do not matter. */
async function openNadiasFolder(page: Page, browser: Browser) {
  const email = `nadia.${randomUUID().slice(0, 8)}@demo.example`;
  await newMember(page, email);
  const ayse = await openBrowserOf(browser, "ayse");
  const folder = uniqueTitle("Vorschau");
  const path = await makeFolder(ayse, { team: "Digitalisierung & IT", name: folder });
  const answer = await postForm(ayse, `${path}/ownerships`, { person: email, key: randomUUID() });
  expect(answer.status()).toBe(302);
  await postForm(page, "/notifications", { until: new Date().toISOString() });
  await fileArticle(ayse, { folder, title: uniqueTitle("Schon da") });
  const file = async (count: number) => {
    const titles = Array.from({ length: count }, () => uniqueTitle("Eben abgelegt"));
    for (const title of titles) await fileArticle(ayse, { folder, title });
    return titles;
  };
  return { path, file, done: () => ayse.context().close() };
}

const place = (page: Page) => page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: /^Stream/ });
const fresh = (page: Page) => page.getByRole("main").getByRole("link", { name: /anzeigen$/ });
const marked = /^Stream ?, neue Beiträge$/;

/** Advances the clock by the half minute between polls, and waits for the response. */
async function halfAMinute(page: Page) {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/stream/news");
  await page.clock.fastForward(30_000);
  return answer;
}

test("Nadia reads on while Ayşe files: a button says how much is new, and shows it on top @with-js @phone", async ({ page, browser }) => {
  const { file, done } = await openNadiasFolder(page, browser);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 480 });
  await page.clock.install();
  await openPage(page, "/stream");
  expect((await halfAMinute(page)).status()).toBe(204);
  await expect(fresh(page)).toHaveCount(0);

  const titles = await file(3);
  const menu = page.locator("summary", { hasText: /Aktionen zum Beitrag/ }).first();
  await menu.focus();
  await page.evaluate(() => window.scrollTo(0, 150));
  const before = await page.evaluate(() => window.scrollY);
  const top = await menu.evaluate((element) => element.getBoundingClientRect().top);
  const answer = await halfAMinute(page);
  expect(answer.status()).toBe(200);
  const { responseHeadersSize, responseBodySize } = await answer.request().sizes();
  expect(responseHeadersSize + responseBodySize).toBeLessThanOrEqual(300);
  await expect(fresh(page)).toHaveText("3 neue Beiträge anzeigen");
  await expect(fresh(page)).toBeInViewport();
  await expect(place(page)).toHaveAccessibleName(marked);
  await expect(menu).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  expect(await menu.evaluate((element) => element.getBoundingClientRect().top)).toBe(top);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page);

  await fresh(page).click();
  for (const title of titles) await expect(articleCard(page, title)).toBeVisible();
  await expect(page.getByRole("article").first().getByRole("heading")).toHaveText(titles.at(-1) ?? "");
  await expect(fresh(page)).toHaveCount(0);
  await expect(place(page)).toHaveAccessibleName("Stream");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await file(1);
  await halfAMinute(page);
  await expect(fresh(page)).toHaveText("1 neuen Beitrag anzeigen");
  await done();
});

test("Nadia sees on any page that the stream has something new, until she has seen it @journey", async ({ page, browser }) => {
  const { path, file, done } = await openNadiasFolder(page, browser);
  await openPage(page, "/stream");
  await expect(place(page)).toHaveAccessibleName("Stream");
  await openPage(page, path);
  await expect(place(page)).toHaveAccessibleName("Stream");
  const [title = ""] = await file(1);
  await page.reload();
  await hydrated(page);
  await expect(place(page)).toHaveAccessibleName(marked);
  await expectAccessible(page);
  await place(page).click();
  await expect(articleCard(page, title)).toBeVisible();
  await expect(place(page)).toHaveAccessibleName("Stream");
  await openPage(page, "/settings/profile");
  await expect(place(page)).toHaveAccessibleName("Stream");
  await done();
});

test("Nadia looks for what is new by a link", async ({ page, browser }) => {
  const { file, done } = await openNadiasFolder(page, browser);
  await openPage(page, "/stream?sort_by=views");
  const [title = ""] = await file(1);
  await page.getByRole("main").getByRole("link", { name: "Aktualisieren" }).click();
  await expect(page).toHaveURL(/\/stream$/);
  await expect(page.getByRole("article").first().getByRole("heading")).toHaveText(title);
  await done();
});

test("Nadia's window asks on other pages too @with-js", async ({ page, browser }) => {
  const { path, file, done } = await openNadiasFolder(page, browser);
  await page.clock.install();
  await page.goto("/stream");
  await openPage(page, path);
  await file(1);
  await halfAMinute(page);
  await expect(place(page)).toHaveAccessibleName(marked);
  await expect(fresh(page)).toHaveCount(0);
  await done();
});

test.describe("while the server fails", () => {
  test.use({ allowedConsole: [/status of (401|503)/] });

  test("Nadia's window asks ever more rarely, and shows nothing of it @with-js", async ({ page }) => {
    await newMember(page, `nadia.${randomUUID().slice(0, 8)}@demo.example`);
    await page.clock.install();
    await page.route("**/stream/news*", (route) => route.fulfill({ status: 503 }));
    await openPage(page, "/stream");
    await halfAMinute(page);
    await page.clock.runFor(59_000);
    await Promise.all([page.waitForResponse("**/stream/news*"), page.clock.runFor(2_000)]);
    await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("Nadia's session ends elsewhere: her window stops asking, and her next step leads to the sign-in page @with-js", async ({
    page,
  }) => {
    await newMember(page, `nadia.${randomUUID().slice(0, 8)}@demo.example`);
    await page.clock.install();
    await openPage(page, "/stream");
    await page.context().clearCookies({ name: "authToken" });
    expect((await halfAMinute(page)).status()).toBe(401);
    await expect(page).toHaveURL(/\/stream$/);
    await place(page).click();
    await expect(page).toHaveURL(/\/sign-in/);
  });
});
