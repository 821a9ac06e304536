import { expect, hasScript, signIn, test } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

test("A notification of the playground comes on request, and the dialog goes with the key it goes with everywhere", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/playground/ui-elements");
  await page.getByRole("button", { name: "Meldung zeigen: Warnung" }).click();
  await expect(page.locator(".notices .brief")).toHaveText("Die Quelle antwortet langsam. Bilder werden nachgeladen.");
  await page.getByRole("link", { name: "Dialog öffnen" }).click();
  const dialog = page.getByRole("dialog", { name: "Dialog" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  if (hasScript()) await page.keyboard.press("Escape");
  else await dialog.getByRole("link", { name: "Fertig" }).click();
  await expect(dialog).toHaveCount(0);
});
