import { fileArticle } from "../support/e2e/articles";
import { expect, hasScript, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

test("Matthias shares an article of his team by link and by mail @phone @journey", async ({ page, context }) => {
  if (hasScript()) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "matthias");
  const title = uniqueTitle("Ä & Ö: 50 % + mehr?");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title });
  await openPage(page, articlePath);
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
