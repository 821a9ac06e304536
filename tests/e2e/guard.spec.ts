import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { chooseFolder, fileArticle, fillBody } from "../support/e2e/articles";
import { expect, hasScript, newMember, queryDatabase, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// What is refused is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (401|403|422)\b/] });

const texts = () => ({ ...allTexts().auth, ...allTexts() });

const newEmail = () => `nadia.${randomUUID().slice(0, 8)}@demo.example`;
const strong = "Drei Möwen & 41 Weichen";

/** What the people who run the workspace will do on pages of their own. */
const changeAccount = (email: string, change: string) => queryDatabase(`update users set ${change} where email = $1`, [email]);

/** Follows a link of the page that is open, which only then learns what has changed. */
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

/** The overlay covers everything, and its one way out is to sign out. */
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
  await changeAccount(email, "profile_complete = false, salutation = null, password_expired = true");

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

  await test.step("which takes a strong one, twice the same, and the present one", async () => {
    const submit = page.getByRole("button", { name: settings.password.submit });
    const next = page.getByLabel(passwords.newPassword, { exact: true });
    const again = page.getByLabel(passwords.newPasswordConfirmation, { exact: true });
    const required = locale === "de" ? "Dies ist ein Pflichtfeld" : "This field is required";
    if (hasScript()) {
      await expect(submit).toBeDisabled();
      await next.fill("Sommerbahn7");
      await again.fill("Sommerbahn7");
      await expect(submit).toBeDisabled();
      await expect(submit).toHaveAccessibleDescription(passwords.reason);
      await next.fill(strong);
      await expect(submit).toBeDisabled();
    } else {
      await submit.click();
      for (const field of [page.getByLabel(passwords.currentPassword), again]) await expect(field).toHaveAccessibleDescription(required);
      await expect(next).toHaveAccessibleDescription(`${passwords.hint} ${required}`);
      await next.fill(strong);
    }
    await again.fill(strong);
    await submit.click();
    await expect(page.getByRole("heading", { name: shell.summaryTitle })).toBeVisible();
    await expect(page.getByLabel(passwords.currentPassword)).toHaveAccessibleDescription(required);
    await page.getByLabel(passwords.currentPassword).fill(password);
    await next.fill(strong);
    await again.fill(strong);
    await submit.click();
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

test("Nadia becomes a reader while she writes: from her next click on she reads, comments and looks after her own account", async ({
  page,
}) => {
  // The browser asks whether to leave what was typed.
  page.on("dialog", (dialog) => dialog.accept());
  const { locale, articles, errors, settings, shell, tags } = texts();
  const email = newEmail();
  await newMember(page, email, { locale });
  const title = uniqueTitle("Schon abgelegt");
  const { folderPath, articlePath } = await fileArticle(page, { folder: locale === "de" ? "Eingang" : "Inbox", title });
  const add = page.getByRole("link", { name: shell.add });
  await page.goto(folderPath);
  await expect(add).not.toHaveCount(0);
  await openPage(page, `${folderPath}/contents/new?mode=manual`);
  await page.locator("#title").fill("Wird nicht mehr gespeichert");
  await fillBody(page, "Text");
  await page.locator("#newTags").fill("Notiz");
  await chooseFolder(page, locale === "de" ? "Eingang" : "Inbox");
  await changeAccount(email, "role = 'reader'");

  await page.getByRole("button", { name: articles.save, exact: true }).last().click();
  await expect(page.locator("#folderId")).toHaveAccessibleDescription(errors.folderNotWritable);
  await expect(page.locator("#title")).toHaveValue("Wird nicht mehr gespeichert");
  await openPage(page, folderPath);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(add).toHaveCount(0);
  await openPage(page, articlePath);
  await page.locator("#comment").fill("Lesen darf ich noch.");
  await page.getByRole("button", { name: articles.comment.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: shell.flash.commentSaved })).toBeVisible();
  await openPage(page, "/settings/profile");
  await expect(page.getByLabel(tags.new)).toHaveCount(0);
  await page.locator("#jobTitle").fill("Praktikantin");
  await page.getByRole("button", { name: settings.profile.save }).click();
  await expect(page.getByRole("status").filter({ hasText: shell.flash.saved })).toBeVisible();
});
