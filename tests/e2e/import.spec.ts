import type { Page } from "@playwright/test";
import { chooseFolder, expectBody, expectFolder, fillBody } from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, hydrated, openPage } from "../support/e2e/pages";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Beitrag hinzufügen" });

async function fetchPage(page: Page, address: string) {
  await page.goto("/stream/contents/new");
  await hydrated(page);
  await dialogOf(page).getByLabel("Adresse des Artikels").fill(address);
  await dialogOf(page).getByRole("button", { name: "Abrufen" }).click();
  return dialogOf(page);
}

test("Who has saved what they imported is where they began, and a touched notice passes as well @with-js @phone", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream");
  const add = page.getByRole("link", { name: "Beitrag hinzufügen" });
  await add.click();
  const dialog = dialogOf(page);
  const importAndSave = async () => {
    await dialog.getByRole("button", { name: "Abrufen" }).click();
    await expect(dialog.getByText("2 Bilder gefunden")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Titel" }).fill(uniqueTitle("Wo ich anfing"));
    await chooseFolder(dialog, "Ausbau Nordkorridor");
    await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Fokus,");
    await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
    await expect(dialog).toHaveCount(0);
    return page.locator(".notice").filter({ hasText: "Daten erfolgreich gespeichert." });
  };
  await dialog.getByLabel("Adresse des Artikels").fill(`${pagesUrl}/article.html`);
  const notice = await importAndSave();
  await expect(add).toBeFocused();
  const isPhone = test.info().project.name.startsWith("phone");
  if (isPhone) await notice.tap();
  else await notice.hover();
  await expect(notice).toHaveCSS("animation-play-state", isPhone ? /^running/ : /^paused/);

  // The dialog is part of the URL: nothing on the page has opened it.
  await openPage(page, `/stream?url=${encodeURIComponent(`${pagesUrl}/article.html`)}`);
  await importAndSave();
  await expect(page.getByRole("main")).toBeFocused();
});

test("Sabine is told when she imports what lies inside the network, and can go on by hand @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const address = `${pagesUrl}/redirect-to-private`;
  const dialog = await fetchPage(page, address);
  await expect(dialog.getByRole("alert")).toHaveText("Diese Adresse darf nicht abgerufen werden.");
  await expect(dialog.getByRole("textbox", { name: "Adresse" })).toHaveValue(address);
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("");
});

test("Jana fetches again from a bad address and keeps everything she typed @journey", async ({ page }) => {
  await signIn(page, "jana");
  const dialog = await fetchPage(page, `${pagesUrl}/article.html`);
  await dialog.getByRole("textbox", { name: "Titel" }).fill("Mein eigener Titel");
  await fillBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await dialog.getByRole("textbox", { name: "Autor/in" }).fill("");
  await chooseFolder(dialog, "Rail in Europe");
  await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Eins, Zwei");
  await dialog.getByRole("radio", { name: "Hoch" }).check();
  await dialog.getByRole("switch", { name: /Direkt zur Quelle/ }).uncheck();
  await dialog.getByRole("checkbox", { name: "Gleise bei Uelzen" }).check();
  await dialog.getByLabel("Adresse des Artikels").fill("http://127.0.0.1:1/");
  await dialog.getByRole("button", { name: "Neu abrufen" }).click();

  await expect(dialog.getByRole("alert")).toHaveText("Diese Adresse darf nicht abgerufen werden.");
  await expect(dialog.getByText("Abgerufen von")).toHaveCount(0);
  if (hasScript()) await expect(dialog.getByRole("textbox", { name: "Titel" })).toBeFocused();
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue("http://127.0.0.1:1/");
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Mein eigener Titel");
  await expectBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await expect(dialog.getByRole("textbox", { name: "Autor/in" })).toHaveValue("");
  await expectFolder(dialog, "Rail in Europe");
  await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toHaveValue("Eins, Zwei");
  await expect(dialog.getByRole("radio", { name: "Hoch" })).toBeChecked();
  await expect(dialog.getByRole("switch", { name: /Direkt zur Quelle/ })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Gleise bei Uelzen" })).toBeChecked();
  await expectAccessible(page);

  // The Enter key saves; fetching again has its own button.
  await dialog.getByLabel("Adresse des Artikels").fill(`${pagesUrl}/article.html`);
  await dialog.getByRole("button", { name: "Neu abrufen" }).click();
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(`${pagesUrl}/article.html`);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  if (hasScript()) await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toBeFocused();
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Mein eigener Titel");
  await expectBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await expectFolder(dialog, "Rail in Europe");
  await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toHaveValue("Eins, Zwei");
});
