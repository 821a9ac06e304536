import { fileArticle } from "../support/e2e/articles";
import { expect, hasScript, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

test("Miriam mentions Ayşe, who finds it among her notifications and chooses not to get mails @journey", async ({ page, browser }) => {
  await signIn(page, "ayse");
  const title = uniqueTitle("Erwähnen");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title });

  const miriam = await openBrowserOf(browser, "miriam");
  await openPage(miriam, articlePath);
  const field = miriam.getByLabel("Ihr Kommentar", { exact: true });
  if (hasScript()) {
    await field.pressSequentially("Liebe @Ay");
    await expect(miriam.getByRole("option", { name: /Ayşe/ })).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await field.press("Escape");
    await expect(miriam.getByRole("listbox")).toBeHidden();
    await field.press("Backspace");
    await miriam.getByRole("option", { name: /Ayşe/ }).click();
    await field.pressSequentially("ist das neu?");
    await expect(field).toHaveValue("Liebe @Ayşe Yıldırım ist das neu?");
    await expectAccessible(miriam);
  } else await field.fill("Liebe @ayşe yıldırım ist das neu?");
  await miriam.getByRole("button", { name: "Kommentar senden" }).click();
  await expect(miriam.locator(".comment b").filter({ hasText: /^@ayşe yıldırım$/i })).toBeVisible();
  await miriam.context().close();

  await openPage(page, "/notifications");
  const entry = page.getByRole("listitem").filter({ hasText: title });
  await expect(entry).toContainText("Neu");
  await expect(entry).toContainText("ist das neu?");
  await expect(page.locator("summary", { hasText: "neue Mitteilungen" })).toBeVisible();
  await entry.getByRole("link", { name: `Miriam Adler hat Sie in einem Kommentar zu „${title}“ erwähnt` }).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}.*#kommentar-`));
  await openPage(page, "/notifications");
  await expect(entry).toBeVisible();
  await expect(entry).not.toContainText("Neu");

  await page.goto("/settings/notifications");
  const mentions = page.getByRole("group", { name: "Erwähnungen in Kommentaren" });
  await mentions.getByRole("radio", { name: "Keine E-Mail" }).check();
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  await expect(mentions.getByRole("radio", { name: "Keine E-Mail" })).toBeChecked();
});
