import type { Page } from "@playwright/test";
import { findFolderPath } from "../support/e2e/articles";
import { expect, signIn, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";

const dialog = (page: Page) => page.getByRole("dialog");
const entries = (page: Page) => page.evaluate<number>("history.length");

test("Jana closes the form of a new Folda, and Back does not open it again @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search");
  await page.getByRole("link", { name: "Foldas", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  for (const close of ["Escape", "button"] as const) {
    await page.evaluate(() => scrollTo(0, 300));
    const before = await page.evaluate<number>("scrollY");
    await page
      .getByRole("link", { name: "Neue Folda" })
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await expect(dialog(page)).toBeVisible();
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog(page).getByRole("link", { name: "Schließen" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/folda$/);
    await expect.poll(() => page.evaluate("scrollY")).toBe(before);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
});

test("Jana opens a dialog by its address and closes it, and Back leads to the page before @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search");
  await openPage(page, "/folda/new");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/folda$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
});

test("Jana walks through an export and leaves it, and Back leads to the page before the Folda @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const path = await findFolderPath(page, "Brücken & Bauwerke");
  await openPage(page, "/search");
  await openPage(page, path);
  const before = await entries(page);
  await page.getByText("Teilen", { exact: true }).first().click();
  await page.getByRole("link", { name: "Export" }).click();
  await page.getByRole("button", { name: /^Weiter/ }).click();
  await expect(page).toHaveURL(/\/export\/articles/);
  await page.getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(dialog(page)).toHaveCount(0);
  expect(await entries(page)).toBeGreaterThan(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
});

test("Jana filters a list, and Back leads to the list without the filter @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream");
  await page.getByRole("link", { name: "Filter" }).click();
  await dialog(page).getByLabel("Hoch", { exact: true }).check();
  await dialog(page).getByRole("button", { name: "Anwenden" }).click();
  await expect(page).toHaveURL(/priority=high/);
  await page.goBack();
  await expect(page).toHaveURL(/\/stream$/);
  await expect(dialog(page)).toHaveCount(0);
});

test("Jana creates a Folda, and Back does not show its form again @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search");
  await openPage(page, "/folda");
  await page.getByRole("link", { name: "Neue Folda" }).first().click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(`Verlauf ${test.info().workerIndex}`);
  await dialog(page).getByRole("button", { name: "Folda anlegen" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
});

test("Jana jumps to one team after the other, and the page moves every time @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/folda");
  const jump = page.getByRole("navigation", { name: "Zu einem Team springen" });
  for (const team of ["Netz & Infrastruktur", "Unternehmenskommunikation", "Netz & Infrastruktur"]) {
    await page.evaluate(() => scrollTo(0, 0));
    await jump.getByRole("link", { name: team }).click();
    await expect(page.getByRole("region", { name: team })).toBeInViewport();
  }
});
