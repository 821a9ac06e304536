import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, newMember, queryDatabase, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (401|403|422)\b/] });

const texts = () => ({ ...allTexts().auth, ...allTexts() });

const newEmail = () => `nadia.${randomUUID().slice(0, 8)}@demo.example`;
const strong = "Drei Möwen & 41 Weichen";

/** Follows a link of a page that was opened before the change. */
const clickFoldas = (page: Page) => page.getByRole("navigation").getByRole("link", { name: texts().shell.places.folder }).click();

async function expectLedTo(page: Page, url: RegExp) {
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
}

async function signInByForm(page: Page, email: string, password: string) {
  const { signIn } = texts();
  await page.getByLabel(signIn.workspace).fill("demo");
  await page.getByLabel(signIn.email).fill(email);
  await page.getByLabel(signIn.password).fill(password);
  await page.getByRole("main").getByRole("button", { name: signIn.submit }).click();
}

/** The overlay covers everything, and can only be left by signing out. */
async function expectNoWayRound(page: Page, name: string) {
  const overlay = page.getByRole("dialog", { name });
  await expect(overlay.getByRole("button").first()).toHaveText(texts().shell.signOut);
  await expect(overlay.getByRole("button")).toHaveCount(2);
  await expect(overlay.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(overlay).toBeVisible();
}

test("Nadia, with a page open, is led to what is missing, one after the other, and can always sign out @phone", async ({ page }) => {
  const { locale, settings, passwords, shell } = texts();
  const email = newEmail();
  const password = await newMember(page, email, { locale });
  await openPage(page, "/stream");
  await queryDatabase("update users set profile_complete = false, salutation = null, password_expired = true where email = $1", [email]);

  await test.step("first to her profile, whatever she opens, and out again", async () => {
    await clickFoldas(page);
    await expectLedTo(page, /\/complete-profile$/);
    for (const path of ["/", "/settings/email", "/update-password"]) {
      await page.goto(path);
      await expectLedTo(page, /\/complete-profile$/);
    }
    await expectNoWayRound(page, settings.complete.title);
    await expectAccessible(page);
    await page.getByRole("button", { name: shell.signOut }).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.signedOut })).toBeVisible();
    await expectLedTo(page, /\/sign-in$/);
  });

  await test.step("then to her password, with her profile complete", async () => {
    await signInByForm(page, email, password);
    await expectLedTo(page, /\/complete-profile$/);
    await page.getByLabel(settings.salutations.Frau, { exact: true }).check();
    await page.getByRole("button", { name: settings.profile.save }).click();
    await expectLedTo(page, /\/update-password$/);
    await page.goto("/folda");
    await expectLedTo(page, /\/update-password$/);
    await expectNoWayRound(page, settings.password.expired.title);
    await page.getByRole("button", { name: shell.signOut }).click();
    await expectLedTo(page, /\/sign-in$/);
    await signInByForm(page, email, password);
    await expectLedTo(page, /\/update-password$/);
  });

  await test.step("which she changes", async () => {
    await hydrated(page);
    await page.getByLabel(passwords.currentPassword).fill(password);
    for (const label of [passwords.newPassword, passwords.newPasswordConfirmation])
      await page.getByLabel(label, { exact: true }).fill(strong);
    await page.getByRole("button", { name: settings.password.submit }).click();
    await expectLedTo(page, /\/stream$/);
    await expect(page.getByRole("status").filter({ hasText: shell.flash.passwordChanged })).toBeVisible();
  });

  await test.step("and to the sign-in page and back, once her session is over", async () => {
    await queryDatabase("update sessions set ended_at = now() where user_id = (select id from users where email = $1)", [email]);
    await clickFoldas(page);
    await expectLedTo(page, /\/sign-in\?to=%2Ffolda$/);
    await signInByForm(page, email, strong);
    await expectLedTo(page, /\/folda$/);
  });
});
