import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { postForm } from "../support/e2e/articles";
import { expect, readMail, scanLinks, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (401|404|422)\b/] });

const texts = () => ({ ...allTexts().auth, ...allTexts() });

const newEmail = () => `ole.${randomUUID().slice(0, 8)}@demo.example`;
const password = "Weichenheizung-84-Prellbock";

async function fillSignUp(page: Page, email: string) {
  await page.locator("#workspace").fill("Demo");
  await page.locator("#email").fill(email);
  for (const field of ["#password", "#passwordConfirmation"]) await page.locator(field).fill(password);
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
  await fillSignUp(page, email);
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
