import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { postForm } from "../support/e2e/articles";
import { expect, hasScript, makeResetPath, newMember, readMail, scanLinks, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// Invalid links and rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (404|422)\b/] });

const texts = () => ({ ...allTexts().passwords, ...allTexts() });

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const newEmail = () => `ole.${randomUUID().slice(0, 8)}@demo.example`;
const strong = "Drei Möwen & 41 Weichen";

async function fillNewPassword(page: Page, password: string, confirmation = password) {
  const { newPassword, newPasswordConfirmation } = texts();
  await page.getByLabel(newPassword, { exact: true }).fill(password);
  await page.getByLabel(newPasswordConfirmation, { exact: true }).fill(confirmation);
}

/** The value and the words of the bar. */
async function expectStrength(page: Page, text: string, percent: number) {
  await expect(page.getByRole("meter", { name: texts().strength })).toHaveAttribute("aria-valuetext", `${text}, ${percent} %`);
  await expect(page.getByRole("status").filter({ hasText: texts().strength })).toContainText(`${text}, ${percent} %`);
}

const signInBy = (page: Page, email: string, password: string) =>
  page.request.post("/sign-in", { form: { workspace: "demo", email, password }, maxRedirects: 0 }).then((answer) => answer.status());

test("Ole forgot his password: he asks for a mail, which no scanner uses up, sets a new one by its link, once, and signs in @phone @journey", async ({
  page,
  browser,
}) => {
  const { auth, errors, scores, shell, locale } = texts();
  const email = newEmail();
  const before = await newMember(page, email, { locale });
  await page.context().clearCookies({ name: "authToken" });

  const mail = await test.step("he asks for a mail, after a slip of the finger", async () => {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: auth.signIn.forgotten }).click();
    await expect(page).toHaveTitle(`${auth.passwordReset.title} – Folda`);
    await page.getByLabel(auth.signIn.workspace).fill("demo");
    await page.getByRole("button", { name: auth.passwordReset.submit }).click();
    await expect(page.getByRole("alert").getByRole("link", { name: `${auth.signIn.email}: ${errors.required}` })).toBeVisible();
    await expect(page.getByLabel(auth.signIn.workspace)).toHaveValue("demo");
    await expectAccessible(page);
    await page.getByLabel(auth.signIn.email).fill(email);
    await page.getByRole("button", { name: auth.passwordReset.submit }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByRole("status").filter({ hasText: shell.flash.passwordResetSent })).toBeVisible();
    return readMail(email, { subject: locale === "de" ? "Neues Passwort" : "password" });
  });
  const link = mail.links[0] ?? "";
  await scanLinks(browser, mail);
  expect(await signInBy(page, email, before)).toBe(302);
  await page.context().clearCookies({ name: "authToken" });

  await test.step("his own address makes no password, as the server knows", async () => {
    const submit = page.getByRole("button", { name: auth.newPassword.submit });
    await openPage(page, link);
    if (hasScript()) {
      await fillNewPassword(page, "passwort");
      await expectStrength(page, scores.one, 25);
      await expect(submit).toHaveAccessibleDescription(texts().reason);
      await page.getByLabel(texts().newPasswordConfirmation, { exact: true }).press("Enter");
      await expect(page.getByLabel(texts().newPassword, { exact: true })).toBeFocused();
    }
    if (!hasScript()) {
      // With script, the button waits until both are the same.
      for (const [confirmation, error] of [
        ["", errors.required],
        ["anders", errors.notSamePassword],
      ] as const) {
        await fillNewPassword(page, email, confirmation);
        await submit.click();
        const said = page.getByRole("alert").getByRole("link");
        await expect(said).toHaveText([new RegExp(escaped(errors.weakPassword)), new RegExp(escaped(error))]);
      }
    }
    await fillNewPassword(page, email);
    await submit.click();
    await expect(page.getByRole("alert").getByRole("link", { name: errors.weakPassword })).toBeVisible();
    await expect(page.getByLabel(texts().newPassword, { exact: true })).toHaveValue("");
    await expectStrength(page, scores.zero, 0);
    await expectAccessible(page);
  });

  await test.step("a strong one, twice the same, does", async () => {
    await fillNewPassword(page, strong);
    if (hasScript()) await expectStrength(page, scores.four, 100);
    await page.getByRole("button", { name: auth.newPassword.submit }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByRole("status").filter({ hasText: shell.flash.passwordReset })).toBeVisible();
    expect(await signInBy(page, email, before)).toBe(401);
    expect(await signInBy(page, email, strong)).toBe(302);
  });

  await test.step("the link is worth nothing any more, and says so before anything is typed", async () => {
    await openPage(page, link);
    await expect(page.getByRole("alert").filter({ hasText: auth.newPassword.usedUp })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: auth.newPassword.again }).click();
    await expect(page).toHaveURL(/\/password-reset$/);
  });
});

test("Ole's browser fetches what judges passwords when he comes to the field, and never before @with-js", async ({ page }) => {
  const { newPassword, newPasswordConfirmation, scores, rules } = texts();
  await speak(page, "de");
  const library = () =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return loaded.filter((resource) => resource.decodedBodySize > 500_000).length;
    });
  for (const path of ["/sign-in", "/sign-up", await makeResetPath()]) {
    await page.goto(path);
    if (path !== "/sign-in") await hydrated(page);
    await page.waitForLoadState("load");
    expect(await library(), path).toBe(0);
  }
  await page.getByLabel(newPassword, { exact: true }).focus();
  await expect.poll(library).toBe(1);

  await page.getByLabel(newPassword, { exact: true }).fill(strong);
  await expectStrength(page, scores.four, 100);
  await expect(page.getByRole("listitem").filter({ hasText: rules.signs })).toHaveText(/erfüllt/);
  const submit = page.getByRole("button", { name: texts().auth.newPassword.submit });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel(newPasswordConfirmation, { exact: true }).fill(strong);
  await expect(submit).not.toHaveAttribute("aria-disabled");
  await expect(page.locator("meter")).toHaveCSS("block-size", "8px");
});

test("Ole sees where he is signed in, ends one session and then all others, and changes his password", async ({
  page,
  browser,
  baseURL,
}) => {
  const { settings, shell, errors, scores, currentPassword, locale } = texts();
  const { sessions } = settings;
  const email = newEmail();
  const before = await newMember(page, email, { locale });
  await postForm(page, "/complete-profile", { salutation: "Herr", firstName: "Ole", lastName: "Brinkmann" });

  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
  const elsewhere = await (await browser.newContext({ baseURL, userAgent, javaScriptEnabled: hasScript() })).newPage();
  const signInElsewhere = async (password: string) => {
    // As in another browser: in this one, signing in would end the previous session.
    await elsewhere.context().clearCookies({ name: "authToken" });
    expect(await signInBy(elsewhere, email, password)).toBe(302);
  };
  const named = (name: string, system: string) => sessions.named.replace("{{browser}}", name).replace("{{system}}", system);
  const rows = page.getByRole("region", { name: sessions.title }).getByRole("row");
  const firefox = rows.filter({ hasText: named("Firefox", "Windows") });

  await test.step("he ends the session of a computer that is not his, and then all others", async () => {
    await signInElsewhere(before);
    await openPage(page, "/settings/password");
    await expect(page).toHaveTitle(`${settings.tabs.settingsPassword} – Folda`);
    await expect(rows.filter({ hasText: named("Chrome", "Windows") })).toContainText(sessions.here);
    await expectAccessible(page);
    await firefox.getByRole("button", { name: sessions.end }).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.sessionEnded })).toBeVisible();
    await expect(firefox).toHaveCount(0);
    await expect(page.getByRole("button", { name: sessions.endOthers })).toHaveCount(0);

    for (let time = 0; time < 2; time++) await signInElsewhere(before);
    await openPage(page, "/settings/password");
    await expect(firefox).toHaveCount(2);
    await page.getByRole("button", { name: sessions.endOthers }).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.sessionsEnded })).toBeVisible();
    await expect(firefox).toHaveCount(0);
  });

  await test.step("he changes his password, at the third try", async () => {
    const submit = page.getByRole("button", { name: settings.password.submit });
    await fillNewPassword(page, "Brinkmann-Nordbahn");
    // Words about him, in the browser and on the server.
    if (!hasScript()) await submit.click();
    await expectStrength(page, scores.three, 75);
    await page.getByLabel(currentPassword).fill("geraten");
    await fillNewPassword(page, strong);
    await submit.click();
    await expect(page.getByLabel(currentPassword)).toHaveAccessibleDescription(errors.wrongPassword);
    await expectStrength(page, scores.four, 100);
    await page.getByLabel(currentPassword).fill(before);
    await fillNewPassword(page, strong);
    await submit.click();
    await expect(page).toHaveURL(/\/settings\/password$/);
    await expect(page.getByRole("status").filter({ hasText: shell.flash.passwordChanged })).toBeVisible();
    await signInElsewhere(strong);
  });
  await elsewhere.context().close();
});
