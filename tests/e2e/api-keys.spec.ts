import type { Page } from "@playwright/test";
import { expect, hasScript, newMember, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, openPage } from "../support/e2e/pages";

const dialog = (page: Page) => page.getByRole("dialog");

test("Nadia makes an API key, a program uses it, and she revokes it @phone @journey", async ({ page }) => {
  const password = await newMember(page, `${uniqueTitle("nadia").replace(" ", "-")}@demo.example`);
  const name = uniqueTitle("Postfach");
  await openPage(page, "/settings/profile");
  await page.getByRole("navigation", { name: "Einstellungen" }).getByRole("link", { name: "API-Schlüssel" }).click();
  await expect(page.getByRole("heading", { name: "Noch keine API-Schlüssel" })).toBeVisible();
  await page.getByRole("link", { name: "Neuer API-Schlüssel" }).click();
  await expect(dialog(page).getByRole("radio", { name: "90 Tage" })).toBeChecked();
  await expectMissing(dialog(page), "API-Schlüssel erstellen", ["Name", "Rechte", "Aktuelles Passwort"]);
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page)
    .getByLabel(/^Beiträge ablegen/)
    .check();
  await dialog(page).getByRole("radio", { name: "30 Tage" }).check();
  await dialog(page).getByLabel("Aktuelles Passwort").fill("falsch");
  await dialog(page).getByRole("button", { name: "API-Schlüssel erstellen" }).click();
  await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText("Aktuelles Passwort: Das ist nicht Ihr Passwort.");
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(dialog(page).getByLabel(/^Beiträge ablegen/)).toBeChecked();
  await expect(dialog(page).getByRole("radio", { name: "30 Tage" })).toBeChecked();
  await expect(dialog(page).getByLabel("Aktuelles Passwort")).toHaveValue("");
  await expectAccessible(page);
  await dialog(page).getByLabel("Aktuelles Passwort").fill(password);
  await dialog(page).getByRole("button", { name: "API-Schlüssel erstellen" }).click();

  await expect(page.getByRole("heading", { name: "Ihr API-Schlüssel ist fertig" })).toBeVisible();
  await expectAccessible(page);
  const key = await dialog(page).getByLabel("API-Schlüssel", { exact: true }).inputValue();
  expect(key).toMatch(/^folda_[\w-]{43}$/);
  expect(page.url()).not.toContain("folda_");
  if (hasScript()) await expect(dialog(page).getByRole("button", { name: "Kopieren" })).toBeVisible();
  const program = await page.context().browser()?.newContext();
  const headers = { Authorization: `Bearer ${key}` };
  const call = (path: string) => program?.request.get(new URL(`/api/v1${path}`, page.url()).href, { headers });
  const folders = await (await call("/folders?writable=true"))?.json();
  expect(folders.map((folder: { name: string }) => folder.name)).toEqual(["Eingang"]);
  expect((await call("/contents"))?.status()).toBe(403);

  await dialog(page).getByRole("link", { name: "Fertig" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText(`${key.slice(0, 10)}…`);
  await expect(row).toContainText("Beiträge ablegen");
  // Used since the list was loaded.
  await openPage(page, "/settings/api-keys");
  await expect(row).not.toContainText("noch nie");
  await expect(page.getByText(key)).toHaveCount(0);
  await expectAccessible(page);
  await openPage(page, "/settings/password");
  await page.getByRole("link", { name: "API-Schlüssel ansehen" }).click();
  await row.getByRole("link", { name: `API-Schlüssel „${name}“ widerrufen` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`Programme, die „${name}“ benutzen, werden sofort abgewiesen.`);
  await page.getByRole("alertdialog").getByRole("button", { name: "API-Schlüssel widerrufen" }).click();
  await expect(page.getByText("Der API-Schlüssel ist widerrufen.")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await call("/folders"))?.status()).toBe(401);
});
