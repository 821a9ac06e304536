import { expect, expectAccessible, speak, test } from "./fixtures";

test("A visitor reads the imprint in the language of its address @phone", async ({ page }) => {
  await page.goto("/de/impressum");
  await expect(page.getByRole("heading", { level: 1, name: "Impressum" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expectAccessible(page);
});

test("A visitor who speaks German reads the English data protection statement in English", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/en/privacy");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expectAccessible(page);
});
