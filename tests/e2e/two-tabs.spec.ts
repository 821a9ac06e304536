import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import deAuth from "../../locales/de/auth.json" with { type: "json" };
import dePasswords from "../../locales/de/passwords.json" with { type: "json" };
import deSettings from "../../locales/de/settings.json" with { type: "json" };
import deShell from "../../locales/de/shell.json" with { type: "json" };
import enAuth from "../../locales/en/auth.json" with { type: "json" };
import enPasswords from "../../locales/en/passwords.json" with { type: "json" };
import enSettings from "../../locales/en/settings.json" with { type: "json" };
import enShell from "../../locales/en/shell.json" with { type: "json" };
import { expect, hasScript, hydrated, newMember, openPage, readMail, test } from "../support/e2e/fixtures";

// A link that is void is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (401|404|409|422)\b/] });

/** German with script, English without. */
const texts = () =>
  hasScript()
    ? { locale: "de" as const, auth: deAuth, passwords: dePasswords, settings: deSettings, shell: deShell }
    : { locale: "en" as const, auth: enAuth, passwords: enPasswords, settings: enSettings, shell: enShell };

const newEmail = () => `ole.${randomUUID().slice(0, 8)}@demo.example`;

async function openInTwoTabs(page: Page, path: string): Promise<[Page, Page]> {
  const other = await page.context().newPage();
  for (const tab of [page, other]) await openPage(tab, path);
  return [page, other];
}

async function fillNewPassword(page: Page, password: string) {
  const { newPassword, newPasswordConfirmation } = texts().passwords;
  await page.getByLabel(newPassword, { exact: true }).fill(password);
  await page.getByLabel(newPasswordConfirmation, { exact: true }).fill(password);
}

test("Ole has the link for a new password open in two tabs: the first to be sent counts, the other says that it came too late", async ({
  page,
}) => {
  test.slow();
  const { auth, locale } = texts();
  const email = newEmail();
  await newMember(page, email, { locale });
  await page.context().clearCookies({ name: "authToken" });
  await page.goto("/password-reset");
  await page.getByLabel(auth.signIn.workspace).fill("demo");
  await page.getByLabel(auth.signIn.email).fill(email);
  await page.getByRole("button", { name: auth.passwordReset.submit }).click();
  const { links } = await readMail(email, { subject: locale === "de" ? "Neues Passwort" : "password" });

  const tabs = await openInTwoTabs(page, links[0] ?? "");
  const [first, second] = ["Drei Möwen & 41 Weichen", "Vier Dohlen & 52 Signale"] as const;
  await fillNewPassword(tabs[0], first);
  await fillNewPassword(tabs[1], second);
  for (const tab of tabs) await tab.getByRole("button", { name: auth.newPassword.submit }).click();
  await expect(tabs[0]).toHaveURL(/\/sign-in$/);
  await expect(tabs[1].getByText(auth.newPassword.gone)).toBeVisible();
  const signInBy = (password: string) =>
    page.request.post("/sign-in", { form: { workspace: "demo", email, password }, maxRedirects: 0 }).then((answer) => answer.status());
  expect([await signInBy(second), await signInBy(first)]).toEqual([401, 302]);
});

test("Ole completes his profile in one tab: the other, which still asks for it, leads on @without-js", async ({ page }) => {
  const { settings, locale } = texts();
  await newMember(page, newEmail(), { locale, complete: false });
  const tabs = await openInTwoTabs(page, "/complete-profile");
  for (const tab of tabs) {
    await tab.getByRole("radio").last().check();
    await tab.getByLabel(settings.profile.firstName).fill("Ole");
    await tab.getByLabel(settings.profile.lastName).fill("Sievers");
    await tab.getByRole("button", { name: settings.profile.save }).click();
    await expect(tab).toHaveURL(/\/stream$/);
  }
});

test("Ole signs out in one tab and saves his profile in the other: what he typed is still there when he has signed in again", async ({
  page,
}) => {
  const { settings, shell, locale } = texts();
  const email = newEmail();
  const password = await newMember(page, email, { locale });
  const [tab, other] = await openInTwoTabs(page, "/settings/profile");
  await tab.locator("#jobTitle").fill("Bahnsteigwart");
  await other.context().clearCookies({ name: "authToken" });
  await tab.getByRole("button", { name: settings.profile.save }).click();
  await expect(tab).toHaveURL(/\/sign-in/);
  await hydrated(tab);
  // By their names: the page before has a choice whose words hold "Workspace".
  await tab.locator("#workspace").fill("demo");
  await tab.locator("#email").fill(email);
  await tab.locator("#password").fill(password);
  await tab.getByRole("button", { name: shell.signIn }).click();
  await expect(tab.getByText("Bahnsteigwart").or(tab.locator('[value="Bahnsteigwart"]')).first()).toBeAttached();
});
