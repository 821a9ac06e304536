import { randomUUID } from "node:crypto";
import { postForm } from "../support/e2e/articles";
import { expect, openBrowserOf, readMail, scanLinks, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

const texts = () => ({ ...allTexts().auth, ...allTexts() });

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (404|422|503)\b/] });

test("Ole is invited by Jana, confirms, is told so when he tries once more, signs in with the password of the second mail, and makes the account his own @journey", async ({
  page,
  browser,
}) => {
  const { locale, invitation, newPassword, signIn, settings, passwords, errors, shell } = texts();
  const fillPasswords = async (current: string, next: string) => {
    await page.getByLabel(passwords.currentPassword).fill(current);
    await page.getByLabel(passwords.newPassword, { exact: true }).fill(next);
    await page.getByLabel(passwords.newPasswordConfirmation, { exact: true }).fill(next);
    await page.getByRole("button", { name: settings.password.submit }).click();
  };
  const email = `ole-${randomUUID().slice(0, 8)}@partner.example`;
  const jana = await openBrowserOf(browser, "jana");
  expect((await postForm(jana, "/client/invitations/new", { emailAddresses: email, key: randomUUID() })).status()).toBe(302);
  await jana.context().close();
  await speak(page, locale);
  const mail = await readMail(email);
  await scanLinks(browser, mail);

  await page.goto(mail.links[0] ?? "");
  await expect(page.getByRole("main")).toContainText(email);
  await expect(page.getByRole("main")).toContainText("Nordbahn");
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(1);
  await expectAccessible(page);
  const window = await page.context().newPage();
  await window.goto(mail.links[0] ?? "");
  await page.getByRole("button", { name: invitation.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: invitation.done })).toBeVisible();
  await expectAccessible(page);

  await test.step("confirmed once more, in a window that was open before or by the link, it promises no other mail", async () => {
    const used = { hasText: invitation.usedBefore.slice(0, -1) };
    await window.getByRole("button", { name: invitation.submit }).click();
    await expect(window.getByRole("status").filter(used)).toBeVisible();
    await window.close();
    await page.goto(mail.links[0] ?? "");
    await expect(page.getByRole("status").filter(used)).toBeVisible();
    await expect(page.getByRole("main")).toContainText(email);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: newPassword.again })).toBeVisible();
    await expectAccessible(page);
  });

  const { text } = await readMail(email, { after: mail });
  await page.getByRole("main").getByRole("link", { name: invitation.toSignIn }).click();
  await page.getByLabel(signIn.workspace).fill("demo");
  await page.getByLabel(signIn.email).fill(email);
  const given = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0] ?? "";
  await page.getByLabel(signIn.password).fill(given);
  await page.getByRole("main").getByRole("button", { name: signIn.submit }).click();

  await test.step("he goes nowhere before he has said who he is, and then not before he has a password of his own", async () => {
    await expect(page).toHaveURL(/\/complete-profile$/);
    await page.goto("/update-password");
    await expect(page).toHaveURL(/\/complete-profile$/);
    await page.getByLabel(settings.salutations.Herr, { exact: true }).check();
    await page.getByLabel(settings.profile.firstName).fill("Ole");
    await page.getByLabel(settings.profile.lastName).fill("Brinkmann");
    await page.getByRole("button", { name: settings.profile.save }).click();
    for (const path of ["/folda", "/complete-profile"]) {
      await openPage(page, path);
      await expect(page).toHaveURL(/\/update-password$/);
    }
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    const dialog = page.getByRole("dialog", { name: settings.password.expired.title });
    await expect(dialog.getByRole("button")).toHaveText([shell.signOut, settings.password.submit]);
    await expect(dialog.getByRole("link")).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("the one of the mail is not his own", async () => {
    await fillPasswords(given, given);
    await expect(page.getByRole("alert").filter({ has: page.getByRole("heading", { name: shell.summaryTitle }) })).toBeVisible();
    await expect(page.getByLabel(passwords.newPassword, { exact: true })).toHaveAccessibleDescription(new RegExp(errors.sameAsBefore));
    await fillPasswords(given, "Weichenheizung-84-Prellbock");
    await expect(page).toHaveURL(/\/stream$/);
    await expect(page.getByRole("status").filter({ hasText: shell.flash.passwordChanged })).toBeVisible();
    await page.goto("/update-password");
    await expect(page).toHaveURL(/\/stream$/);
  });
});
