import type { Page } from "@playwright/test";
import { fileArticle, findFolderPath, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, hydrated, openPage } from "../support/e2e/pages";

/** The ids of the shown articles, from the links of their menus: a copy has the title of its original. */
async function addresses(page: Page): Promise<string[]> {
  const links = await page.getByRole("main").getByRole("article").locator('a[href*="/copy"]').all();
  const found = await Promise.all(links.map((link) => link.getAttribute("href")));
  return found.map((address) => new URL(address ?? "", page.url()).pathname);
}

test("Ayşe chooses the list, and finds it again in every list @phone", async ({ page }) => {
  await signIn(page, "ayse");
  const isPhone = test.info().project.name.startsWith("phone");
  if (isPhone) await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/stream");
  const [controls, card] = [page.getByRole("group", { name: "Ansicht" }), page.getByRole("main").getByRole("article").first()];
  if (isPhone) {
    const [above, first] = [await controls.boundingBox(), await card.boundingBox()];
    expect(first?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    expect(first?.y).toBeLessThan(260);
  }
  const layout = page.getByRole("navigation", { name: "Darstellung" });
  await expect(layout.getByRole("link", { name: "Raster" })).toHaveAttribute("aria-current", "true");
  await layout.getByRole("link", { name: "Liste" }).click();
  await expect(page).toHaveURL(/layout=list/);
  await expect(layout.getByRole("link", { name: "Liste" })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  await openPage(page, await findFolderPath(page, "IT-Sicherheit"));
  await expect(layout.getByRole("link", { name: "Liste" })).toHaveAttribute("aria-current", "true");
  if (!isPhone) return;
  expect((await card.boundingBox())?.y).toBeLessThan(260);
  const described = uniqueTitle("Beschrieben");
  await makeFolder(page, { team: "Digitalisierung & IT", name: described, description: "Was wir über Stellwerke lesen. ".repeat(9) });
  const { folderPath: long } = await fileArticle(page, { folder: described, title: uniqueTitle("Stellwerk") });
  await openPage(page, long);
  expect((await card.boundingBox())?.y).toBeLessThan(260);
  await page.locator("summary", { hasText: "Ganze Beschreibung" }).click();
  expect((await card.boundingBox())?.y).toBeGreaterThan(260);
  // All actions are in one row.
  const { folderPath, articlePath } = await fileArticle(page, { folder: "Eingang", title: uniqueTitle("Sortieren") });
  for (const path of [folderPath, "/stream"]) {
    await openPage(page, `${path}?layout=grid`);
    expect((await card.locator(".card-foot").boundingBox())?.height, path).toBeLessThanOrEqual(56);
  }
  await page.request.post(`${articlePath}/delete`, { maxRedirects: 0 });
});

test("Anna loads more, and finds the list as long when she comes back @with-js @journey", async ({ page }) => {
  await signIn(page, "anna");
  await openPage(page, "/stream?sort_by=published_at&sort_dir=asc");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(12);
  await page.getByRole("link", { name: "Weitere 12 laden" }).click();
  await expect(cards).toHaveCount(24);
  await expect(page.getByText(/^24 von [\d.]+ Beiträgen$/)).toBeVisible();
  expect(new Set(await addresses(page)).size).toBe(24);
  await expect(page).toHaveURL(/sort_dir=asc&page=2&from=1$/);
  await page.reload();
  await expect(cards).toHaveCount(24);
  await cards.nth(20).getByRole("link").last().scrollIntoViewIfNeeded();
  await cards
    .nth(20)
    .getByRole("link", { name: /^(?!\d)/ })
    .last()
    .click();
  await expect(cards.nth(20)).toHaveCount(0);
  await page.goBack();
  await expect(cards).toHaveCount(24);
});

test("Anna without script reads the next page by a link @without-js", async ({ page }) => {
  await signIn(page, "anna");
  await page.goto("/stream?sort_by=published_at&sort_dir=asc");
  const first = await addresses(page);
  await page.getByRole("link", { name: "Weitere 12 laden" }).click();
  await expect(page).toHaveURL(/sort_by=published_at&sort_dir=asc&page=2$/);
  await expect(page.getByText(/^13–24 von [\d.]+ Beiträgen$/)).toBeVisible();
  expect((await addresses(page)).filter((address) => first.includes(address))).toEqual([]);
  await page.getByRole("link", { name: "Zum Anfang der Liste" }).click();
  await expect(page).toHaveURL(/\/stream\?sort_by=published_at&sort_dir=asc$/);
  await expect.poll(() => addresses(page)).toEqual(first);
});

test("Anna opens a menu: one is open at a time, a click beside it closes it", async ({ page }) => {
  await signIn(page, "anna");
  await openPage(page, "/stream");
  const sort = page.getByRole("link", { name: "Meiste Aufrufe" });
  const signOut = page.getByRole("button", { name: "Abmelden" });
  await page.getByLabel(/^Sortierung:/).click();
  await expect(sort).toBeVisible();
  await expectAccessible(page);
  await page.mouse.click(5, 400);
  await expect(sort).toBeHidden();
  await page.getByText("Anna Brandt").first().click();
  await expect(signOut).toBeVisible();
});

test("Anna moves through a menu with the keyboard @with-js", async ({ page }) => {
  await signIn(page, "anna");
  await openPage(page, "/stream");
  const button = page.getByLabel(/^Sortierung:/);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Meiste Aufrufe" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Zuerst abgelegt" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Zuletzt veröffentlicht" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "Meiste Aufrufe" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Meiste Aufrufe" })).toBeHidden();
  await expect(button).toBeFocused();
});

test("Florian's external article opens its source in a new window, and says so @without-js", async ({ page }) => {
  await signIn(page, "florian");
  const title = uniqueTitle("Nach draußen");
  const { folderPath } = await fileArticle(page, {
    folder: "Energie & Klima",
    title,
    sourceUrl: "https://zeitung.example/artikel",
    external: "on",
  });
  await openPage(page, folderPath);
  const card = articleCard(page, title);
  const link = card.getByRole("link", { name: new RegExp(`${title}.*öffnet in neuem Fenster`) });
  await expect(link).toHaveAttribute("href", "https://zeitung.example/artikel");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await card.locator("summary", { hasText: /Aktionen zum Beitrag/ }).click();
  await card.getByRole("link", { name: "In Folda lesen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("Lena's bookmark, pressed on a telephone number, says so in the field and fetches nothing @without-js", async ({ page }) => {
  await signIn(page, "lena", { locale: "de" });
  await openPage(page, `/stream?url=${encodeURIComponent("tel:+4958112345")}`);
  const dialog = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue("invalid url");
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveAccessibleDescription(/Bitte geben Sie die Adresse/);
  await dialog.getByRole("button", { name: "Abrufen" }).click();
  await expect(dialog).toContainText("Adresse");
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveAttribute("aria-invalid", "true");
});

test("Lena reads how the bookmark and the keyword are set up, and the bookmark opens the form with the address of a page", async ({
  page,
  baseURL,
}) => {
  await signIn(page, "lena", { locale: "de" });
  await openPage(page, "/folda");
  const script = `javascript:location.href='${baseURL}/stream?url='+encodeURIComponent(location.href)`;
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "In Folda ablegen" })).toHaveAttribute("href", script);
  await footer.getByRole("link", { name: "So geht das" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Seiten aus dem Web ablegen" })).toBeVisible();
  const main = page.getByRole("main");
  const bookmark = main.getByRole("link", { name: "In Folda ablegen" });
  await expect(bookmark).toHaveAttribute("href", script);
  await expect(main.getByText(`${baseURL}/stream?url=%s`)).toBeVisible();
  if (hasScript()) {
    await hydrated(page);
    const said = page.waitForEvent("dialog");
    const pressed = bookmark.click();
    const alert = await said;
    expect(alert.message()).toMatch(/^Ziehen Sie diesen Link/);
    await alert.accept();
    await pressed;
  }

  const address = "https://zeitung.example/artikel?a=1&b=ü#teil";
  await page.goto(`/stream?url=${encodeURIComponent(address)}`);
  const dialog = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(address);
  await dialog.getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(/\/stream$/);
  if (hasScript()) await expect(dialog).toHaveCount(0);
});

test("Jana sees three headlines on her first screen, one on a phone, and adds an article within five Tabs @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const folder = await findFolderPath(page, "Ausbau Nordkorridor");
  for (const [width, height, headlines] of [
    [1440, 900, 3],
    [1366, 768, 3],
    [390, 844, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ["/stream?layout=list", `${folder}?layout=list`, "/stream?layout=grid", `${folder}?layout=grid`]) {
      await openPage(page, path);
      // The navigation of phones is at the bottom.
      const bottom = (await page.getByRole("navigation", { name: "Hauptnavigation" }).locator("ul").boundingBox())?.y ?? 0;
      const end = bottom > height / 2 ? bottom : height;
      const boxes = await Promise.all((await page.locator(".card-title").all()).slice(0, 9).map((title) => title.boundingBox()));
      const seen = boxes.filter((box) => box && box.y + box.height <= end);
      expect(seen.length, `${path} at ${width} × ${height}`).toBeGreaterThanOrEqual(headlines);
    }
    await openPage(page, "/stream");
    const add = page.getByRole("link", { name: "Beitrag hinzufügen" });
    for (let tabs = 0; tabs < 5 && !(await add.evaluate((link) => link === document.activeElement)); tabs += 1)
      await page.keyboard.press("Tab");
    await expect(add).toBeFocused();
  }
  // Within reach of the thumb.
  expect((await page.getByRole("link", { name: "Beitrag hinzufügen" }).boundingBox())?.y).toBeGreaterThan(700);
  const title = uniqueTitle("Sortieren ".repeat(40).trim());
  const { folderPath, articlePath } = await fileArticle(page, { folder: "Eingang", title });
  await openPage(page, `${folderPath}?layout=grid`);
  const card = articleCard(page, title);
  const lines = await card.locator(".card-title").evaluate((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight));
  expect(Math.round(lines)).toBe(4);
  // Other flows count the articles on Jana's first screen.
  await page.request.post(`${articlePath}/delete`, { maxRedirects: 0 });
});

test("Jana sees about twenty articles at once in the compact layout, which is remembered @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, "/stream");
  await page.getByRole("navigation", { name: "Darstellung" }).getByRole("link", { name: "Kompakt" }).click();
  await expect(page).toHaveURL("/stream?layout=compact");
  await openPage(page, "/stream");
  const boxes = await Promise.all((await page.locator("main article").all()).slice(0, 30).map((article) => article.boundingBox()));
  expect(boxes.filter((box) => box && box.y + box.height <= 900).length).toBeGreaterThanOrEqual(18);
  const places = (selector: string) =>
    page.locator(`main article ${selector}`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const [titles, sources] = [await places(".card-title"), await places(".from")];
  for (const column of [titles, sources]) expect(new Set(column.map(({ x }) => x)).size).toBe(1);
  expect(sources[0].x).toBeGreaterThan(titles[0].x);
  await expectAccessible(page);
  // On a phone, titles are not wider than the screen.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  await page.getByRole("navigation", { name: "Darstellung" }).getByRole("link", { name: "Raster" }).click();
  await expect(page.locator(".card").first()).toBeVisible();
});
