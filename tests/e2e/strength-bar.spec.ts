import type { Page } from "@playwright/test";
import { expect, hasScript, makeResetPath, speak, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

/** Passwords of zxcvbn's scores 0 to 4. */
const tried = ["a", "Sommer", "Sommerbahn", "Sommerbahn7", "  🚂 Drei Möwen & 41 Weichen "];

/** Submits the form although its button waits for a strong password. */
const post = (page: Page) => page.locator("#password").evaluate((input: HTMLInputElement) => input.form?.submit());

/** The colour of a bar: red, orange or green. */
async function barColor(page: Page): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await page.locator(".strength").evaluate((element: HTMLElement) => {
    const probe = document.createElement("i");
    probe.style.color = "var(--bar)";
    const { color } = getComputedStyle(element.appendChild(probe));
    probe.remove();
    return (color.match(/[\d.]+/g) ?? []).map(Number);
  });
  if (green > red) return "green";
  return green > blue + 60 ? "orange" : "red";
}

test("The bar is red, orange or green by the score, and says it in per cent and in words", async ({ page }) => {
  const { locale, passwords } = allTexts();
  await speak(page, locale);
  await openPage(page, await makeResetPath());
  for (const [score, password] of tried.entries()) {
    await test.step(password, async () => {
      const said = `${Object.values(passwords.scores)[score]}, ${25 * score} %`;
      // Two different ones, so that no password is set: without script, the server reports the strength of the last one.
      await page.locator("#password").fill(password);
      await page.locator("#passwordConfirmation").fill("x");
      if (!hasScript()) await post(page);
      await expect(page.getByRole("meter")).toHaveAttribute("aria-valuetext", said);
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
      await expect(page.locator("meter")).toHaveJSProperty("value", score);
      expect(await barColor(page)).toBe(["red", "red", "red", "orange", "green"][score]);
    });
  }
});
