import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { chooseFolder, choosePicked, expectBody, expectFolder, fileArticle, fillBody, findFolderPath } from "../support/e2e/articles";
import { expect, hasScript, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of 409\b/] });

const textbox = (page: Page, name: string) => page.getByRole("dialog").getByRole("textbox", { name, exact: name === "Text" });
const save = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Beitrag speichern" }).click();

test("Florian's button waits until the article is complete, and each error goes when its field is filled @with-js", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/stream/contents/new?mode=manual");
  const dialog = page.getByRole("dialog");
  const errors = dialog.locator(".field-error");
  const button = dialog.getByRole("button", { name: "Beitrag speichern" });
  await expectMissing(dialog, "Beitrag speichern", ["Titel", "Text", "Folda", "Tags"]);
  // Enter does not send it either.
  await textbox(page, "Titel").press("Enter");
  await expect(errors).toHaveCount(4);
  await textbox(page, "Titel").fill("Halbe Sache");
  await expect(errors).toHaveCount(3);
  await expect(textbox(page, "Titel")).not.toHaveAttribute("aria-invalid");
  await fillBody(page, "Ein Satz.");
  await chooseFolder(dialog, "Energie & Klima");
  await expect(errors).toHaveCount(1);
  await page.getByLabel("Tags eingeben, mit Komma getrennt").fill(" , ");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Tags eingeben, mit Komma getrennt").fill("Strom");
  await expect(errors).toHaveCount(0);
  await expect(button).not.toHaveAttribute("aria-disabled");
  await textbox(page, "Titel").fill("  ");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(errors).toHaveCount(0);
});

test("Florian forgets the tags and keeps everything else he typed @journey", async ({ page }) => {
  await signIn(page, "florian");
  const title = uniqueTitle("Speicher für Bahnstrom");
  await openPage(page, "/stream/contents/new?mode=manual");
  const dialog = page.getByRole("dialog");
  await textbox(page, "Titel").fill(title);
  // The editor parses lightweight markup; it has a toolbar.
  const written = hasScript() ? "Kein # Zwischentitel\n\nEin <i>Absatz</i>." : "# Zwischentitel\n\nEin <i>Absatz</i>.\n\n- Punkt";
  await fillBody(page, written);
  await chooseFolder(dialog, "Energie & Klima");
  await page.getByLabel("Veröffentlicht am").fill("2026-03-04");
  await page.getByLabel("Tags eingeben, mit Komma getrennt").fill(" , ,, ");
  await textbox(page, "Autor/in").fill("Jörg Ångström");
  await page.getByLabel(/^Quelle\b/).fill("Energie & Netz");
  // Different in each run, because the form asks about URLs that are already filed.
  const address = `zeitung.example/${randomUUID()}?a=1&b=2`;
  await textbox(page, "Adresse").fill(address);
  await choosePicked(dialog, "Deutschland", "Land suchen", /Ländern wählen/);
  await dialog.getByRole("radio", { name: "Hoch" }).check();
  await dialog.getByRole("switch", { name: /Teilbar/ }).uncheck();
  await expectMissing(dialog, "Beitrag speichern", ["Tags"]);
  await expect(textbox(page, "Titel")).toHaveValue(title);
  await expectBody(page, written);
  await expectFolder(dialog, "Energie & Klima");
  await expect(page.getByLabel("Veröffentlicht am")).toHaveValue("2026-03-04");
  await expect(textbox(page, "Autor/in")).toHaveValue("Jörg Ångström");
  await expect(page.getByLabel(/^Quelle\b/)).toHaveValue("Energie & Netz");
  await expect(textbox(page, "Adresse")).toHaveValue(address);
  await expect(dialog.getByRole("checkbox", { name: "Deutschland" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Hoch" })).toBeChecked();
  await expect(dialog.getByRole("switch", { name: /Teilbar/ })).not.toBeChecked();
  await expect(dialog.getByRole("switch", { name: /Direkt zur Quelle/ })).toBeChecked();

  const typed = page.getByLabel("Tags eingeben, mit Komma getrennt");
  const tag = uniqueTitle("Bahnspeicher");
  await typed.fill(tag);
  await dialog.getByRole("switch", { name: /Direkt zur Quelle/ }).uncheck();
  await save(page);
  if (hasScript()) {
    // A new tag has to be chosen.
    await expect(dialog.getByRole("alert")).toHaveText("Bitte wählen Sie den Tag aus, oder legen Sie ihn neu an.");
    await expect(typed).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole("option", { name: `„${tag}“ als neuen Tag anlegen` }).click();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  await page.goto(await findFolderPath(page, "Energie & Klima"));
  await articleCard(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Ein <i>Absatz</i>.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Zwischentitel" })).toHaveCount(hasScript() ? 0 : 1);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Punkt" })).toHaveCount(hasScript() ? 0 : 1);
  await expect(page.getByText("Hohe Priorität")).toBeAttached();
  await expect(page.getByRole("link", { name: address })).toHaveAttribute("href", `https://${address}`);
});

test("Matthias edits while Tobias saves: he is told what is stored now, keeps everything he typed, and may save it @journey", async ({
  page,
  browser,
}) => {
  await signIn(page, "matthias");
  const title = uniqueTitle("Zwei bearbeiten");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title });
  await openPage(page, `${articlePath}/edit`);
  await textbox(page, "Titel").fill(`${title} von Matthias`);
  await fillBody(page, "Matthias schreibt um.");

  const tobias = await openBrowserOf(browser, "tobias");
  await tobias.goto(`${articlePath}/edit`);
  await hydrated(tobias);
  await textbox(tobias, "Titel").fill(`${title} von Tobias`);
  await save(tobias);
  await expect(tobias.getByRole("heading", { level: 1, name: `${title} von Tobias` })).toBeVisible();
  await tobias.context().close();

  await save(page);
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Das wurde inzwischen von jemand anderem geändert.");
  await expect(textbox(page, "Titel")).toHaveValue(`${title} von Matthias`);
  await expectBody(page, "Matthias schreibt um.");
  const stored = page.getByRole("region", { name: "Gespeichert ist jetzt" });
  await expect(stored.getByRole("term")).toHaveText(["Titel", "Text"]);
  await expect(stored.getByRole("definition")).toHaveText([`${title} von Tobias`, /^Die Sperrung beginnt/]);
  await expect(stored.getByRole("link", { name: "Den gespeicherten Beitrag ansehen" })).toHaveAttribute("href", articlePath);

  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: `${title} von Matthias` })).toBeVisible();
});

test("Florian presses Escape in a long text, keeps writing, and discards it only when he says so @with-js", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/stream");
  await page.getByRole("link", { name: "Beitrag hinzufügen" }).click();
  await page.getByRole("link", { name: "Selbst verfassen" }).click();
  await fillBody(page, "Ein langer Text.");
  const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen?" });
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("link", { name: "Aus einem Link" }).click(),
    () => page.goBack({ waitUntil: "commit" }),
  ]) {
    await leave();
    await question.getByRole("button", { name: "Weiter schreiben" }).click();
    await expect(question).toHaveCount(0);
    await expectBody(page, "Ein langer Text.");
  }
  await page.getByRole("link", { name: "Schließen" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Florian types before the script is there: it stays, and Escape asks him about it @with-js", async ({ page }) => {
  await signIn(page, "florian");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title: uniqueTitle("Zu früh getippt") });
  const folder = page.getByRole("dialog").locator("[name=folderId]");
  for (const path of ["/stream/contents/new?mode=manual", `${articlePath}/edit`]) {
    const load = await openWithoutScript(page, path);
    await textbox(page, "Text").fill("Schon getippt.");
    const last = (await folder.locator("option").count()) - 1;
    await folder.selectOption({ index: last });
    await load();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog", { name: "Eingaben verwerfen?" }).getByRole("button", { name: "Weiter schreiben" }).click();
    await expectBody(page, "Schon getippt.");
    await expect(folder).toHaveJSProperty("selectedIndex", last);
    await expectFolder(page.getByRole("dialog"), (await folder.locator("option:checked").textContent()) ?? "");
  }
});

test("Florian scrolls a form before the script is there: it stays where it is @with-js", async ({ page }) => {
  await signIn(page, "florian");
  const load = await openWithoutScript(page, "/stream/contents/new?mode=manual");
  const last = page.getByRole("dialog").getByLabel("Dateien aus dem Web");
  await last.scrollIntoViewIfNeeded();
  await load();
  await expect(last).toBeInViewport();
});

/** Opens a page whose script waits for a call of the returned function. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const entry = /\/assets\/entry\.client/;
  let load = () => {};
  const isLoaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(entry, async (route) => {
    await isLoaded;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    load();
    await hydrated(page);
    await page.unroute(entry);
  };
}
