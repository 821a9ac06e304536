import type { Page } from "@playwright/test";
import {
  chooseFolder,
  expectFolder,
  expectOnFirstScreen,
  fileArticle,
  fillBody,
  findFolderPath,
  makeFolder,
} from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

/** Waits until the shortcuts, which are loaded after the page, handle the key "g", which does nothing alone. */
const shortcutsReady = (page: Page) =>
  page.waitForFunction(() => !document.dispatchEvent(new KeyboardEvent("keydown", { key: "g", cancelable: true })));

/** Presses "g" and another key in one task: a person does it within one and a half seconds, a slow machine may not. */
const goTo = (page: Page, place: string) =>
  page.evaluate((second) => {
    for (const key of ["g", second]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, place);

test("Ayşe works in a folder by single keys, which do nothing while she types @with-js @journey", async ({ page }) => {
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
  await shortcutsReady(page);
  await page.keyboard.press("j");
  await expect(titleOf(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(titleOf(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(titleOf(0)).toBeFocused();

  await page.keyboard.press("m");
  const move = page.getByRole("dialog", { name: "In andere Folda verschieben" });
  await expect(move).toContainText(titles[1] ?? "");
  await expect(move.locator("select")).toBeHidden();
  await expect(move.getByRole("combobox", { name: "Ziel" })).toBeFocused();
  // Not behind a dialog.
  const movePath = page.url();
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(move).toBeVisible();
  expect(page.url()).toBe(movePath);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("it-s");
  await expect(move.getByRole("option", { name: /^IT-Sicherheit/ })).toBeVisible();
  // The first one only closes the suggestions for the typed text.
  await page.keyboard.press("Escape");
  await expect(move).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(move).toHaveCount(0);
  const focused = articleCard(page, titles[1] ?? "").locator(":focus");
  await expect(focused).toHaveCount(1);

  await page.keyboard.press("f");
  await expect(page.getByRole("dialog", { name: "Filter" }).getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("n");
  const add = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await expect(add).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(add).toHaveCount(0);
  await expect(focused).toHaveCount(1);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/contents\//);
  // A client-side navigation: the shortcuts listen all the time.
  await expect(page.getByRole("article").getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Beitrag bearbeiten" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("/");
  const term = page.getByRole("searchbox");
  await expect(term).toBeFocused();
  await page.keyboard.type("gs?n");
  await expect(term).toHaveValue("gs?n");
  await term.blur();
  await goTo(page, "s");
  await expect(page).toHaveURL(/\/stream/);
  await page.keyboard.press("?");
  await expect(page).toHaveURL("/settings/shortcuts");
  await openPage(page, folder);
  await shortcutsReady(page);
  await page.keyboard.press("/");
  await expect(page).toHaveURL(new RegExp(`/search\\?folder_ids=${folder.split("/").at(-1)}`));
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expect(articleCard(page, titles[0] ?? "")).toBeVisible();
});

test("Henrike files what she pastes with three actions @with-js", async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "henrike");
  await openPage(page, "/stream/contents/new?mode=manual");
  await chooseFolder(page, "Presseschau");
  await page.getByRole("textbox", { name: "Titel" }).fill(uniqueTitle("Vorher"));
  await fillBody(page, "Damit die Folda bekannt ist.");
  await page.getByLabel("Tags eingeben, mit Komma getrennt").fill("Presse,");
  await page.getByRole("button", { name: "Beitrag speichern" }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = `${pagesUrl}/article.html?${uniqueTitle("x").replace(" ", "")}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), address);
  const add = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await shortcutsReady(page);
  await page.keyboard.press("Control+v");
  await expect(add.getByText("Abgerufen von 127.0.0.1")).toBeVisible();
  await expectFolder(add, "Presseschau");
  await expectOnFirstScreen(add, { width: 1440, height: 900 });
  await expectAccessible(page);
  // Two tags and the button: three actions.
  for (const tag of ["Nordkorridor", "Ersatzverkehr"]) await add.locator("label", { hasText: tag }).click();
  await add.getByRole("button", { name: "Beitrag speichern" }).last().click();
  const saved = page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." });
  await expect(saved.getByRole("link")).toHaveAttribute("href", /^\/contents\//);
});

test("Ayşe sorts her inbox by keyboard: from the list and from an article's page, the next one follows @with-js", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "ayse");
  const titles = ["eins", "zwei", "drei", "vier", "fünf"].map((number) => uniqueTitle(`Sortieren ${number}`)).toReversed();
  const target = uniqueTitle("Gesichtet");
  await makeFolder(page, { team: "Digitalisierung & IT", name: target });
  for (const one of titles.toReversed()) await fileArticle(page, { folder: "Eingang", title: one });
  await openPage(page, await findFolderPath(page, "Eingang"));
  const headline = (one = "") => articleCard(page, one).getByRole("link", { name: one }).first();
  const move = page.getByRole("dialog", { name: "In andere Folda verschieben" });
  const choose = async (...keys: string[]) => {
    await page.keyboard.press("m");
    await expect(move.getByRole("combobox", { name: "Ziel" })).toBeFocused();
    await expect(move.locator("select")).toBeHidden();
    for (const key of keys) await page.keyboard.press(key);
    await expect(move.getByRole("option", { name: target })).toHaveAttribute("aria-selected", "true");
    for (const part of [move.getByRole("combobox"), move.getByRole("listbox")]) await expect(part).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(move).toHaveCount(0);
  };
  await shortcutsReady(page);
  await headline(titles[0]).focus();
  await choose(...target.slice(-8, -4));
  await expect(articleCard(page, titles[0] ?? "")).toHaveCount(0);
  await expect(headline(titles[1])).toBeFocused();
  // The Folda that was used last is the first one.
  await choose("ArrowDown", "ArrowDown");
  await expect(articleCard(page, titles[1] ?? "")).toHaveCount(0);
  await expect(headline(titles[2])).toBeFocused();

  await articleCard(page, titles[2] ?? "")
    .locator("summary", { hasText: /Aktionen zum Beitrag/ })
    .click();
  await page.getByRole("link", { name: "Löschen", exact: true }).click();
  await page.getByRole("button", { name: "Beitrag löschen" }).click();
  await expect(articleCard(page, titles[2] ?? "")).toHaveCount(0);
  await expect(headline(titles[3])).toBeFocused();

  await page.keyboard.press("o");
  const read = page.getByRole("article").getByRole("heading", { level: 1 });
  await expect(read).toHaveText(titles[3] ?? "");
  await choose("ArrowDown", "ArrowDown");
  await expect(read).toHaveText(titles[4] ?? "");
});

test("Henrike pastes three addresses, files the first, skips the second, and the form goes on with the third @with-js", async ({
  page,
  context,
}) => {
  await signIn(page, "henrike");
  await openPage(page, "/stream");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const addresses = ["article.html", "bare.html", "article.html"].map((path) => `${pagesUrl}/${path}?${uniqueTitle("x").replace(" ", "")}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), addresses.join("\n"));
  await shortcutsReady(page);
  await page.keyboard.press("Control+v");
  const add = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  const [address, title] = [add.getByLabel("Adresse des Artikels"), add.getByLabel("Titel")];
  await expect(add).toContainText("Adresse 1 von 3");
  await expect(address).toHaveValue(addresses[0] ?? "");
  await expectAccessible(page);
  await chooseFolder(add, "Presseschau");
  await title.fill(uniqueTitle("Geändert"));
  await add.getByLabel("Tags eingeben, mit Komma getrennt").fill("Presse,");
  await add.getByRole("button", { name: "Speichern und weiter" }).last().click();

  await expect(add).toContainText("Adresse 2 von 3");
  await expect(address).toHaveValue(addresses[1] ?? "");
  await expect(title).not.toHaveValue(/^Geändert/);
  await expect(add.getByLabel("Tags eingeben, mit Komma getrennt")).toBeFocused();
  await add.getByRole("link", { name: "Überspringen" }).click();
  await expect(add).toContainText("Adresse 3 von 3");
  await expect(address).toHaveValue(addresses[2] ?? "");
  await expectFolder(add, "Presseschau");
  await add.getByRole("link", { name: "Überspringen" }).click();
  await expect(add).toHaveCount(0);
  await expect(page).toHaveURL("/stream");
});

test("Florian switches the shortcuts off, and on again", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/settings/shortcuts");
  await expect(page.getByText("Beitrag verschieben")).toBeVisible();
  await expectAccessible(page);
  const use = page.getByRole("switch", { name: /Tastenkürzel verwenden/ });
  await expect(use).toBeChecked();
  if (hasScript()) {
    await shortcutsReady(page);
    await goTo(page, "f");
    // The address changes before the page does.
    await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
    await page.goBack();
  }
  await use.click();
  await page.getByRole("button", { name: "Einstellung speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  if (hasScript()) {
    // Still on the page that has the listener, if there is one.
    await goTo(page, "s");
    await page.getByRole("link", { name: "Profil", exact: true }).click();
    await expect(page).toHaveURL("/settings/profile");
  }
  // As in another browser.
  await page.context().clearCookies({ name: /^(?!authToken$|currentLocale$)/ });
  await openPage(page, "/settings/shortcuts");
  await expect(use).not.toBeChecked();
  await use.click();
  await page.getByRole("button", { name: "Einstellung speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  await openPage(page, "/settings/shortcuts");
  await expect(use).toBeChecked();
});
