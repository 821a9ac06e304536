import { randomUUID } from "node:crypto";
import { fileArticle } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

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

test("Jana mistypes a word: she is told what was looked for instead, and sees it marked in title and teaser @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const ending = [...randomUUID().replaceAll("-", "").slice(0, 6)].map((digit) => "bdfgklmnprstvwxz"[Number.parseInt(digit, 16)]).join("");
  const word = `Lokomotiv${ending}`;
  const title = `Halt am ${word}`;
  const body = `Die Sperrung beginnt im März. Am ${word} hält kein Zug. Danach wird gebaut.`;
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title, body });
  const typed = word.replace("Lokomotiv", "Lokomtoiv");
  await openPage(page, `/search?term=${typed}`);
  await expect(page.getByText(`Gesucht wurde nach „${word}“ statt „${typed.toLowerCase()}“.`)).toBeVisible();
  const card = articleCard(page, title);
  await expect(card.getByRole("heading").locator("mark")).toHaveText([word]);
  await expect(card.locator(".teaser mark")).toHaveText([word]);
  await expect(card.locator(".teaser")).toContainText(`Am ${word} hält kein Zug.`);
  await expectAccessible(page);
});

test("Jana's results are sorted by relevance until she chooses another order @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search?term=Bahn&priority=normal&layout=list");
  await page.getByLabel("Sortierung: Relevanz").click();
  await page.getByRole("link", { name: "Veröffentlicht", exact: true }).click();
  await expect(page).toHaveURL(/sort_by=published_at&sort_dir=desc$/);
  await page.getByLabel("Sortierung: Veröffentlicht, absteigend").click();
  await page
    .getByRole("link", { name: /^Veröffentlicht absteigend|^Veröffentlicht\s/ })
    .first()
    .click();
  await expect(page).toHaveURL(/sort_by=published_at&sort_dir=asc$/);
  await page.getByLabel("Sortierung: Veröffentlicht, aufsteigend").click();
  await page.getByRole("link", { name: "Relevanz" }).click();
  await expect(page).toHaveURL(/\/search\?term=Bahn&priority=normal&layout=list$/);

  await page.getByRole("searchbox", { name: "Suchbegriff" }).fill("Magnetschwebebahnen");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page).toHaveURL(/priority=normal/);
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toContainText("Priorität normal");
});

test("Jana follows a tag from a card and from an article, and reads what carries two of them", async ({ page }) => {
  await signIn(page, "jana");
  const [one, other] = [uniqueTitle("Signal"), uniqueTitle("Stellwerk")];
  const [both, single] = [uniqueTitle("Beides"), uniqueTitle("Eines")];
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title: single, newTags: one });
  const { folderPath, articlePath } = await fileArticle(page, { folder: "Ausbau Nordkorridor", title: both, newTags: `${one}, ${other}` });

  await openPage(page, folderPath);
  await articleCard(page, both).getByRole("link", { name: one }).click();
  await expect(page.getByRole("heading", { level: 1, name: one })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  const slug = new URL(page.url()).pathname.split("/").at(-1);

  await openPage(page, articlePath);
  await page.getByRole("main").getByRole("link", { name: other }).click();
  await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);

  await openPage(page, `${new URL(page.url()).pathname},${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(one);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(other);
  await expect(articleCard(page, both)).toBeVisible();
  await expect(articleCard(page, single)).toHaveCount(0);
});

test("Jana opens a tag that nobody has made, and is told so @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/tag/gibt-es-nicht");
  await expect(page.getByText("Den Tag „gibt-es-nicht“ gibt es nicht.")).toBeVisible();
  await page.getByRole("link", { name: "Danach suchen" }).click();
  await expect(page.getByRole("searchbox", { name: "Suchbegriff" })).toHaveValue("gibt-es-nicht");
  await openPage(page, "/tag/nordkorridor,gibt-es-nicht");
  await expect(page.getByRole("heading", { level: 1, name: "Nordkorridor" })).toBeVisible();
  await expect(page.getByText("Den Tag „gibt-es-nicht“ gibt es nicht.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});
