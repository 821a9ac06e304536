import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { postForm } from "../support/e2e/articles";
import { expect, hasScript, readMail, scanLinks, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// What is refused is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (401|404|422|429)\b/] });

const texts = () => ({ ...allTexts().auth, ...allTexts() });

const newEmail = () => `ole.${randomUUID().slice(0, 8)}@demo.example`;
const password = "Weichenheizung-84-Prellbock";

interface Typed {
  workspace?: string;
  email: string;
  password?: string;
  passwordConfirmation?: string;
}

async function fillSignUp(page: Page, { workspace = "Demo", email, password: typed = password, passwordConfirmation = typed }: Typed) {
  await page.locator("#workspace").fill(workspace);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(typed);
  await page.locator("#passwordConfirmation").fill(passwordConfirmation);
  await page.getByRole("main").getByRole("button", { name: texts().signUp.submit }).click();
}

async function fillSignIn(page: Page, email: string) {
  await page.goto("/sign-in");
  await page.locator("#workspace").fill("demo");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.getByRole("main").getByRole("button", { name: texts().signIn.submit }).click();
}

test("Ole registers, is held up until he confirms his address, and then signs in @phone @journey", async ({ page, browser }) => {
  const { locale, signIn, signUp, emailConfirmation, api, teams } = texts();
  const email = newEmail();
  await speak(page, locale);
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("link", { name: signIn.signUp }).click();
  await expect(page.getByRole("heading", { level: 1, name: signUp.title })).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await fillSignUp(page, { email });
  await expect(page).toHaveURL(/\/sign-up\/sent$/);
  await expect(page.getByRole("heading", { level: 1, name: signUp.sentTitle })).toBeVisible();
  await expectAccessible(page);
  const mail = await readMail(email);
  await scanLinks(browser, mail);

  await fillSignIn(page, email);
  await expect(page.getByRole("alert").getByRole("link", { name: api.addressUnconfirmed })).toBeVisible();

  await page.goto(mail.links[0] ?? "");
  await expect(page.getByRole("main")).toContainText(email);
  await expect(page.getByRole("main")).toContainText("Nordbahn");
  await expectAccessible(page);
  await page.getByRole("button", { name: emailConfirmation.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: emailConfirmation.done })).toBeVisible();
  await test.step("opened again, the link says that it was used", async () => {
    await page.goto(mail.links[0] ?? "");
    const [used = ""] = emailConfirmation.used.split("{{moment}}");
    await expect(page.getByRole("status").filter({ hasText: used.trim() })).toBeVisible();
  });
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: emailConfirmation.toSignIn }).click();
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/complete-profile$/);
  await postForm(page, "/complete-profile", { salutation: "Herr", firstName: "Ole", lastName: "Brinkmann" });
  await page.goto("/folda");
  const personal = page.getByRole("region", { name: teams.personal.replace("{{name}}", "Ole Brinkmann") });
  await expect(personal.getByRole("link", { name: locale === "de" ? "Eingang" : "Inbox" })).toBeVisible();
});

test("Ole reads at each field what keeps him out, keeps what he typed, and is not told who has an account", async ({ page }) => {
  const { locale, signIn, errors, passwords, shell, signUp } = texts();
  await speak(page, locale);
  await page.goto("/sign-up");
  await hydrated(page);
  await fillSignUp(page, { workspace: "nirgendwo", email: "ole@demo.example" });
  const summary = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: shell.summaryTitle }) });
  await expect(summary.getByRole("link", { name: `${signIn.workspace}: ${errors.signUpClosed}` })).toBeVisible();
  await expect(page.locator("#workspace")).toHaveAccessibleDescription(new RegExp(errors.signUpClosed));
  await expectAccessible(page);
  if (hasScript()) {
    await page.locator("#password").fill("passwort1");
    await expect(page.getByRole("button", { name: signUp.submit })).toHaveAccessibleDescription(passwords.reason);
    await fillSignUp(page, { email: "ole@evil.example" });
  } else {
    await fillSignUp(page, { email: "ole@evil.example", password: "passwort1", passwordConfirmation: "passwort2" });
    await expect(summary.getByRole("link", { name: errors.notSamePassword })).toBeVisible();
    await fillSignUp(page, { email: "ole@evil.example", password: "passwort1" });
    await expect(summary.getByRole("link", { name: errors.weakPassword })).toBeVisible();
  }
  await expect(summary.getByRole("link", { name: `${signUp.email}: ${errors.emailNotAllowed}` })).toBeVisible();
  await expect(page.locator("#email")).toHaveValue("ole@evil.example");
  await expect(page.locator("#password")).toHaveValue("");
  await fillSignUp(page, { email: "Lena@demo.example" });
  await expect(page).toHaveURL(/\/sign-up\/sent$/);
  // In the language of whoever has the account.
  await readMail("lena@demo.example", { subject: "Sie haben bereits ein Konto" });
});

test("A link that was altered leads to words that help, and one tried too often to a sentence @with-js", async ({ page }) => {
  const { locale, emailConfirmation, invitation } = texts();
  await speak(page, locale);
  for (const [path, text] of [
    ["/email_confirmations/altered", emailConfirmation.gone],
    ["/invitations/altered", invitation.gone],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("alert")).toHaveText(text);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
  }
  const path = `/email_confirmations/${randomUUID()}`;
  const statuses = [];
  for (let round = 0; round < 21; round++) statuses.push((await page.request.post(path, { form: {} })).status());
  expect(statuses.slice(-2)).toEqual([404, 429]);
});
