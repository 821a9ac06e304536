import { expect, signIn, test } from "../support/e2e/fixtures";

test("Piotr reads English, switches to German and stays on the same page with its query @phone @journey", async ({ page }) => {
  await signIn(page, "piotr");
  await page.goto("/stream?sort_by=views&sort_dir=asc");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByText("The latest articles from every Folda of your teams.")).toBeAttached();
  await page.getByRole("form", { name: "Language" }).getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(/\/stream\?sort_by=views&sort_dir=asc$/);
  await expect(page.getByText("Die neuesten Beiträge aus allen Foldas Ihrer Teams.")).toBeAttached();
  await page.goto("/folda");
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("form", { name: "Sprache" }).getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveURL(/\/folda$/);
});
