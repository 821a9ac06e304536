import type { Page } from "@playwright/test";
import { choosePicked, findFolderPath, makeFolder, postForm } from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of (404|409|422)\b/] });

/** A word that no other flow uses, as part of an address. */
const uniqueWord = () => uniqueTitle("Hafen").replace(" ", "-").toLowerCase();

const addressField = (page: Page) => page.getByRole("textbox", { name: "Adresse" });
const preview = (page: Page) => page.getByRole("button", { name: "Vorschau anzeigen" });
const subscribe = (page: Page) => page.getByRole("button", { name: "Abonnieren", exact: true });

/** Reloads a page without script until it shows the state. */
async function expectEventually(page: Page, check: () => Promise<void>) {
  await expect(async () => {
    if (!hasScript()) await page.reload();
    await check();
  }).toPass();
}

test("Henrike subscribes a Folda to one of the feeds of a website, changes and ends the subscription, and its articles stay @journey", async ({
  page,
}) => {
  await signIn(page, "henrike");
  const word = uniqueWord();
  const folderPath = await makeFolder(page, { team: "Unternehmenskommunikation", name: uniqueTitle("Hafen") });
  await openPage(page, folderPath);
  await page.locator("summary", { hasText: "Einstellungen der Folda" }).click();
  await page.getByRole("link", { name: "Quellen", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Noch keine Quellen" })).toBeVisible();
  await page.getByRole("link", { name: "Quelle abonnieren" }).click();

  await addressField(page).fill(`${pagesUrl}/site/${word}`);
  await preview(page).click();
  await expect(page.getByText("Diese Seite bietet 2 Feeds an.")).toBeVisible();
  await page.getByRole("button", { name: "„Meldungen“ auswählen" }).click();
  const feed = `${pagesUrl}/feed/${word}-Meldungen`;
  await expect(addressField(page)).toHaveValue(feed);
  await expect(page.getByRole("status").filter({ hasText: "Der Feed hat 2 Einträge." })).toContainText(`Schleuse ${word}-Meldungen`);
  await expectAccessible(page);

  const words = page.getByLabel("Nur Einträge mit diesen Wörtern");
  await words.fill("Brücke, ".padEnd(150, "x"));
  await page.getByLabel("Tags eingeben, mit Komma getrennt").fill(`Hafen,${word},`);
  await page.getByLabel("Volltext abrufen").check();
  await subscribe(page).click();
  await expect(page.getByRole("alert")).toContainText("höchstens 100 Zeichen");
  await expect(page.getByRole("status").filter({ hasText: "Der Feed hat 2 Einträge." })).toBeVisible();
  await expect(addressField(page)).toHaveValue(feed);
  await expect(words).toHaveValue(/^Brücke, x+$/);
  await expect(page.getByLabel("Volltext abrufen")).toBeChecked();
  await words.fill("Brücke, Fähre");
  await page.getByLabel("Volltext abrufen").uncheck();
  await subscribe(page).click();

  await expect(page.getByText("Die Quelle ist abonniert.")).toBeVisible();
  const title = `Hafenblatt ${word}-Meldungen`;
  const row = page.getByRole("row", { name: title });
  await expectEventually(page, async () => expect(await row.textContent()).toContain("Aktiv"));
  await expect(row.getByRole("cell").last()).toHaveText(`1 Beitrag aus „${title}“`);
  await expectAccessible(page);

  await row.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("region", { name: "Status" }).getByText("Henrike Lorenzen")).toBeVisible();
  await page.getByRole("button", { name: "Jetzt abrufen" }).click();
  await expect(page.getByText("Die Quelle wird gleich abgerufen.")).toBeVisible();
  await page.getByRole("textbox", { name: "Titel" }).fill("Aus dem Hafen");
  await page.getByLabel("Pausiert").check();
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Aus dem Hafen" })).toBeVisible();
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByLabel("Pausiert")).toBeChecked();
  await expect(words).toHaveValue("Brücke, Fähre");
  await expect(page.getByRole("button", { name: "Jetzt abrufen" })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Abonnement beenden" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Abonnement beenden?" });
  await expect(dialog).toContainText("Die abgelegten Beiträge bleiben.");
  await dialog.getByRole("button", { name: "Abonnement beenden" }).click();
  await expect(page.getByText("Das Abonnement ist beendet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Noch keine Quellen" })).toBeVisible();
  await openPage(page, folderPath);
  await expect(articleCard(page, `Brücke ${word}-Meldungen`)).toBeVisible();
  await expect(articleCard(page, `Schleuse ${word}-Meldungen`)).toHaveCount(0);
});

test("Lena is told at the address why nothing can be subscribed, and keeps what she typed", async ({ page }) => {
  // No other flow looks up sources in her name: the limit is 30 times a minute.
  await signIn(page, "lena");
  await openPage(page, `${await findFolderPath(page, "Eingang")}/sources/new`);
  const failures: [string, RegExp][] = [
    ["", /Pflichtfeld/],
    [`${pagesUrl}/8-mb.html`, /größer als 5 MB/],
  ];
  for (const [address, problem] of failures) {
    await addressField(page).fill(address);
    await preview(page).click();
    await expect(addressField(page)).toHaveAccessibleDescription(problem);
    await expect(addressField(page)).toHaveValue(address);
  }

  const feed = `${pagesUrl}/feed/${uniqueWord()}`;
  await addressField(page).fill(feed);
  await preview(page).click();
  await page.getByLabel("Keine Einträge mit diesen Wörtern").fill("Schleuse");
  await choosePicked(page.locator("form.form"), "Redaktion", "Tags eingeben, mit Komma getrennt", /[Vv]orhanden/);
  await addressField(page).fill(`${pagesUrl}/nirgends`);
  await subscribe(page).click();
  await expect(addressField(page)).toHaveAccessibleDescription(/nichts oder nichts mehr/);
  await addressField(page).fill(`${feed}-2`);
  await subscribe(page).click();
  // It has not been seen before.
  await expect(page.getByRole("status").filter({ hasText: "Der Feed hat 2 Einträge." })).toBeVisible();
  await expect(page.getByLabel("Keine Einträge mit diesen Wörtern")).toHaveValue("Schleuse");
  await expect(page.getByRole("checkbox", { name: "Redaktion", exact: true })).toBeChecked();
  const fields = { previewed: `${feed}-2`, address: `${feed}-2`, tags: "Redaktion", isPaused: "on" };
  expect((await postForm(page, new URL(page.url()).pathname, fields)).status()).toBe(302);
  await subscribe(page).click();
  await expect(addressField(page)).toHaveAccessibleDescription(/schon abonniert/);
});

test("A subscription that somebody has changed or ended meanwhile is not lost silently @without-js", async ({ page }) => {
  await signIn(page, "henrike");
  const folderPath = await makeFolder(page, { team: "Unternehmenskommunikation", name: uniqueTitle("Hafen") });
  const feed = `${pagesUrl}/feed/${uniqueWord()}`;
  const fields = { previewed: feed, address: feed, tags: "Hafen", isPaused: "on" };
  expect((await postForm(page, `${folderPath}/sources/new`, fields)).status()).toBe(302);
  await openPage(page, `${folderPath}/sources`);
  await page.getByRole("link", { name: "Hafenblatt" }).click();
  const path = new URL(page.url()).pathname;
  await postForm(page, path, { title: "Elbe", tags: "Hafen", excludedWords: "Schleuse", isPaused: "on" });
  const title = page.getByRole("textbox", { name: "Titel" });
  await title.fill("Alster");
  await page.getByLabel("Nur Einträge mit diesen Wörtern").fill("Fähre");
  const save = page.getByRole("button", { name: "Speichern" });
  await save.click();
  await expect(page.getByRole("alert")).toContainText("gilt Ihre Fassung");
  await expect(title).toHaveAccessibleDescription(/Inzwischen gespeichert: Elbe/);
  await expect(title).toHaveValue("Alster");
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: "Alster" })).toBeVisible();
  await expect(page.getByLabel("Nur Einträge mit diesen Wörtern")).toHaveValue("Fähre");
  await expect(page.getByLabel("Keine Einträge mit diesen Wörtern")).toHaveValue("Schleuse");

  expect((await postForm(page, `${path}/delete`, {})).status()).toBe(302);
  await postForm(page, `${path}/delete`, {});
  await openPage(page, `${folderPath}/sources`);
  await expect(page.getByText("Diese Quelle gibt es nicht mehr.")).toBeVisible();
});
