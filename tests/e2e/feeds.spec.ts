import type { APIResponse, Page } from "@playwright/test";
import { fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, openPage } from "../support/e2e/pages";

const dialog = (page: Page) => page.getByRole("dialog");
const address = (page: Page) => dialog(page).getByLabel("Adresse des Feeds").inputValue();

/** A feed reader's request, without cookies. */
async function read(page: Page, url: string, headers: Record<string, string> = {}): Promise<APIResponse> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("no browser");
  const answer = await context.request.get(url, { headers });
  await answer.body();
  return answer;
}

/** The titles of a feed, read by a strict XML parser. */
async function titlesIn(page: Page, answer: APIResponse): Promise<string[]> {
  const xml = await answer.text();
  if (!hasScript()) return [...xml.matchAll(/<title>([^<]*)/g)].map(([, title = ""]) => title);
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    const broken = parsed.querySelector("parsererror")?.textContent;
    return broken ? [broken] : [...parsed.querySelectorAll("title")].map(({ textContent }) => textContent ?? "");
  }, xml);
}

test("Ayşe makes a feed of a folder, reads it elsewhere, finds it in her settings and revokes it @phone @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Lage");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const title = uniqueTitle('Angriff & <Abwehr> "Eins" 🚂');
  await fileArticle(page, { folder, title, sourceUrl: "https://zeitung.example/lage?a=1&b=2" });
  await openPage(page, path);
  await page.locator("summary", { hasText: "Teilen" }).click();
  await page.getByRole("link", { name: "Feed für Ihren Reader" }).click();
  await expect(dialog(page)).toContainText(`Der Feed zeigt die neuesten Beiträge der Folda „${folder}“.`);
  await expect(dialog(page).getByLabel("Name")).toHaveValue(folder);
  await dialog(page).getByLabel("Name").fill(" ");
  await expectMissing(dialog(page), "Feed erstellen", ["Name"]);
  const name = uniqueTitle("Lage im Reader");
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("button", { name: "Feed erstellen" }).click();
  await expect(page.getByRole("heading", { name: "Ihr Feed ist fertig" })).toBeVisible();
  await expectAccessible(page);

  const url = await address(page);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/feeds\/[\w-]{43}$/);
  const answer = await read(page, url);
  expect(answer.status()).toBe(200);
  const headers = answer.headers();
  expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(headers["set-cookie"]).toBeUndefined();
  expect(await titlesIn(page, answer)).toHaveLength(2);
  if (hasScript()) expect(await titlesIn(page, answer)).toEqual([name, title]);
  expect((await read(page, url, { "If-None-Match": headers.etag ?? "" })).status()).toBe(304);
  expect((await read(page, url, { "If-None-Match": `"x", W/${headers.etag}` })).status()).toBe(304);
  // Times do not reveal deletions.
  expect(headers["last-modified"]).toBeUndefined();
  expect((await read(page, url, { "If-Modified-Since": new Date().toUTCString() })).status()).toBe(200);
  const later = uniqueTitle("Nachtrag");
  await fileArticle(page, { folder, title: later });
  const changed = await read(page, url, { "If-None-Match": headers.etag ?? "" });
  expect(changed.status()).toBe(200);
  expect(await changed.text()).toContain(later);

  await dialog(page).getByRole("link", { name: "Alle meine Feeds" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText(folder);
  await expect(row).not.toContainText("noch nie");
  await expectAccessible(page);
  await row.getByRole("link", { name: `Feed „${name}“ widerrufen` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`Die Adresse von „${name}“ gilt dann nicht mehr`);
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Feed widerrufen" }).click();
  await expect(page.getByText("Der Feed ist widerrufen.")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await read(page, url)).status()).toBe(404);
});
