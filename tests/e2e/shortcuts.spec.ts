import {
  articleCard,
  expect,
  expectAccessible,
  fileArticle,
  hasScript,
  makeFolder,
  openPage,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";

test("Ayşe works in a folder by single keys, which do nothing while she types @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Tasten");
  const folder = await makeFolder(page, { team: "Digitalisierung & IT", name });
  const titles = [uniqueTitle("Taste eins"), uniqueTitle("Taste zwei")];
  for (const title of titles) await fileArticle(page, { folder: name, title });
  await openPage(page, folder);
  const titleOf = (place: number) =>
    articleCard(page, titles.toReversed()[place] ?? "")
      .getByRole("link", { name: titles.toReversed()[place] })
      .first();
  // The shortcuts are loaded after the page.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(titleOf(0)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("j");
  await expect(titleOf(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(titleOf(0)).toBeFocused();

  await page.keyboard.press("m");
  const move = page.getByRole("dialog", { name: "In andere Folda verschieben" });
  await expect(move).toContainText(titles[1] ?? "");
  // Not behind a dialog.
  const movePath = page.url();
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(move).toBeVisible();
  expect(page.url()).toBe(movePath);
  await page.keyboard.press("Escape");
  await expect(move).toHaveCount(0);
  const focused = articleCard(page, titles[1] ?? "").locator(":focus");
  await expect(focused).toHaveCount(1);

  await page.keyboard.press("n");
  const add = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await expect(add).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(add).toHaveCount(0);
  await expect(focused).toHaveCount(1);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/contents\//);
  // On each page, the shortcuts are ready a moment after it.
  await expect(async () => {
    await page.keyboard.press("e");
    await expect(page.getByRole("dialog", { name: "Beitrag bearbeiten" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("/");
  const term = page.getByRole("searchbox");
  await expect(term).toBeFocused();
  await page.keyboard.type("gs?n");
  await expect(term).toHaveValue("gs?n");
  await term.blur();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/stream/);
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page).toHaveURL("/settings/shortcuts", { timeout: 2_000 });
  }).toPass();
});

test("Florian switches the shortcuts off for his browser, and on again", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/settings/shortcuts");
  await expect(page.getByText("Beitrag verschieben")).toBeVisible();
  await expectAccessible(page);
  const use = page.getByRole("switch", { name: /Tastenkürzel verwenden/ });
  await expect(use).toBeChecked();
  if (hasScript()) {
    await expect(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press("f");
      await expect(page).toHaveURL(/\/folda$/, { timeout: 500 });
    }).toPass();
    await page.goBack();
  }
  await use.click();
  await page.getByRole("button", { name: "Einstellung speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  if (hasScript()) {
    // Still on the page that has the listener, if there is one.
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("link", { name: "Profil", exact: true }).click();
    await expect(page).toHaveURL("/settings/profile");
  }
  await openPage(page, "/settings/shortcuts");
  await expect(use).not.toBeChecked();
  await use.click();
  await page.getByRole("button", { name: "Einstellung speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  await openPage(page, "/settings/shortcuts");
  await expect(use).toBeChecked();
});
