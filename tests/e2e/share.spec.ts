import {
  articleCard,
  expect,
  expectAccessible,
  fileArticle,
  hasScript,
  openPage,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";

test("Matthias shares an article of his team by link and by mail @phone", async ({ page, context }) => {
  if (hasScript()) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "matthias");
  const title = uniqueTitle("Ä & Ö: 50 % + mehr?");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title });
  await openPage(page, articlePath);
  await page
    .getByRole("article")
    .locator("summary", { hasText: /Aktionen zum Beitrag/ })
    .click();
  await page.getByRole("link", { name: "Teilen" }).click();

  const dialog = page.getByRole("dialog", { name: "Beitrag teilen" });
  const address = new URL(articlePath, page.url()).href;
  await expect(dialog.getByText(title)).toBeVisible();
  await expect(dialog.getByLabel("Link zum Beitrag")).toHaveValue(address);
  await expect(dialog.getByLabel("Link zum Beitrag")).toHaveAccessibleDescription(/^Nur Mitglieder des Teams .+ können ihn öffnen\.$/);
  const mail = new URL((await dialog.getByRole("link", { name: "Per E-Mail senden" }).getAttribute("href")) ?? "");
  expect(mail.protocol).toBe("mailto:");
  expect(decodeURIComponent(mail.search)).toBe(`?subject=${title}&body=${title}\r\n${address}`);
  await expect(dialog.getByRole("button", { name: "Weitere Apps" })).toHaveCount(0);
  await expectAccessible(page);

  const copy = dialog.getByRole("button", { name: "Kopieren" });
  if (hasScript()) {
    await copy.click();
    await expect(dialog.getByRole("status")).toHaveText("Link kopiert.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  } else {
    await expect(copy).toHaveCount(0);
  }
  await dialog.getByRole("link", { name: "Fertig" }).click();
  await expect(page).toHaveURL(address);
});

test("Clipboard and share sheet: Jana's browser may have neither, or both @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const title = uniqueTitle("Teilen mit allem");
  const { articlePath } = await fileArticle(page, { folder: "Ausbau Nordkorridor", title });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    Object.defineProperty(navigator, "share", { value: async (what: ShareData) => Object.assign(window, { shared: what }) });
  });
  await openPage(page, `${articlePath}/share`);
  await page.getByRole("button", { name: "Kopieren" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Der Link ist markiert. Kopieren Sie ihn mit Strg + C.");
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(articlePath);
  await page.getByRole("button", { name: "Weitere Apps" }).click();
  expect(await page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({
    title,
    url: new URL(articlePath, page.url()).href,
  });
});

test("What may not be shared is not offered to be, and not shared @without-js", async ({ page }) => {
  await signIn(page, "jana");
  const title = uniqueTitle("Nur für uns");
  const { articlePath, folderPath } = await fileArticle(page, { folder: "Ausbau Nordkorridor", title, shareable: undefined });
  await page.goto(folderPath);
  await articleCard(page, title)
    .locator("summary", { hasText: /Aktionen zum Beitrag/ })
    .click();
  await expect(articleCard(page, title).getByRole("link", { name: "Bearbeiten" })).toBeVisible();
  await expect(articleCard(page, title).getByRole("link", { name: "Teilen" })).toHaveCount(0);
  expect((await page.request.get(`${articlePath}/share`)).status()).toBe(403);
});

test("Clara, who may only read, shares from the list and finds nothing else in the menu @without-js", async ({ page }) => {
  await signIn(page, "jana");
  const title = uniqueTitle("Für Leser");
  const { folderPath } = await fileArticle(page, { folder: "Ausbau Nordkorridor", title });
  await signIn(page, "clara");
  await page.goto(folderPath);
  await articleCard(page, title)
    .locator("summary", { hasText: /Aktionen zum Beitrag/ })
    .click();
  await expect(articleCard(page, title).locator(".menu-item")).toHaveText(["Teilen"]);
  await articleCard(page, title).getByRole("link", { name: "Teilen" }).click();
  await expect(page.getByRole("dialog", { name: "Beitrag teilen" })).toBeVisible();
});
