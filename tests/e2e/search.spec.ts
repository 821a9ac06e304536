import { fileArticle } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, openPage } from "../support/e2e/pages";

test("Jana searches from the navigation, and finds what she filed @journey", async ({ page }) => {
  await signIn(page, "jana");
  const title = uniqueTitle("Sonderzugprobe");
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title });
  await openPage(page, "/stream");
  const place = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Suche" });
  await place.click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(place).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Wonach suchen Sie?" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Suchbegriff" }).fill(title);
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page).toHaveURL(/\/search\?term=Sonderzugprobe/);
  await expect(page).toHaveTitle(`Suche nach „${title}“ – Folda`);
  await expect(articleCard(page, title)).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Suchbegriff" })).toHaveValue(title);

  await articleCard(page, title)
    .locator("summary", { hasText: /Aktionen/ })
    .click();
  await articleCard(page, title).getByRole("link", { name: "Teilen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(title);
  await dialog.getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(/\/search\?term=Sonderzugprobe/);
  await expect(articleCard(page, title)).toBeVisible();
});

test("Jana's results are sorted by relevance until she chooses another order @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search?term=Bahn&priority=normal&layout=list");
  await page.getByLabel("Sortierung: Relevanz").click();
  await page.getByRole("link", { name: "Zuletzt veröffentlicht" }).click();
  await expect(page).toHaveURL(/sort_by=published_at&sort_dir=desc$/);
  await page.getByLabel("Sortierung: Zuletzt veröffentlicht").click();
  await page.getByRole("link", { name: "Zuerst veröffentlicht" }).click();
  await expect(page).toHaveURL(/sort_by=published_at&sort_dir=asc$/);
  await page.getByLabel("Sortierung: Zuerst veröffentlicht").click();
  await page.getByRole("link", { name: "Relevanz" }).click();
  await expect(page).toHaveURL(/\/search\?term=Bahn&priority=normal&layout=list$/);

  await page.getByRole("searchbox", { name: "Suchbegriff" }).fill("Magnetschwebebahnen");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page).toHaveURL(/priority=normal/);
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toContainText("Priorität normal");
});
