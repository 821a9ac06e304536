import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import deArticles from "../../locales/de/articles.json" with { type: "json" };
import de from "../../locales/de/auth.json" with { type: "json" };
import deFlash from "../../locales/de/flash.json" with { type: "json" };
import deHome from "../../locales/de/home.json" with { type: "json" };
import deSettings from "../../locales/de/settings.json" with { type: "json" };
import deShell from "../../locales/de/shell.json" with { type: "json" };
import enArticles from "../../locales/en/articles.json" with { type: "json" };
import en from "../../locales/en/auth.json" with { type: "json" };
import enFlash from "../../locales/en/flash.json" with { type: "json" };
import enHome from "../../locales/en/home.json" with { type: "json" };
import enSettings from "../../locales/en/settings.json" with { type: "json" };
import enShell from "../../locales/en/shell.json" with { type: "json" };
import type { Breakdown } from "../support/breakable-proxy";
import {
  articleCard,
  chooseFolder,
  expect,
  expectAccessible,
  fileArticle,
  fillBody,
  hasScript,
  openPage,
  queryDatabase,
  signIn,
  uniqueTitle,
} from "../support/e2e/fixtures";
import { type IsolatedProduct, invite, test } from "../support/e2e/isolated-product";
import { waitForMail } from "../support/outbox";
import { demoPassword } from "../support/serve-for-tests.js";

// What is refused is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (500|502|503)\b/] });

/** German with script, English without; the error catalogue's words as they are specified. */
const texts = () =>
  hasScript()
    ? {
        locale: "de" as const,
        ...de,
        home: deHome,
        articles: deArticles,
        settings: deSettings,
        shell: { ...deShell, flash: deFlash },
        failed: "Etwas ist schief gelaufen. Bitte versuchen Sie es später erneut oder kontaktieren Sie uns.",
      }
    : {
        locale: "en" as const,
        ...en,
        home: enHome,
        articles: enArticles,
        settings: enSettings,
        shell: { ...enShell, flash: enFlash },
        failed: "Something went wrong. Please try again later or contact us.",
      };

const strong = "Drei Möwen & 41 Weichen";

/** A form of an account, and the call by which the API is asked for it. */
interface AccountForm {
  path: string;
  call: RegExp;
  typed?: Record<string, string>;
  secrets?: Record<string, string>;
  submit: string;
}

const fill = async (page: Page, fields: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
};

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

/** Sends the form while the API breaks down, and finds it again with the error, everything that was typed, and no password. */
async function expectKept(page: Page, { proxy }: IsolatedProduct, form: AccountForm, breakdown: Breakdown, calls = form.call) {
  await test.step(`${form.path} ${form.submit}: ${breakdown} for ${calls}`, async () => {
    await openPage(page, form.path);
    await fill(page, form.typed);
    await fill(page, form.secrets);
    proxy.break(calls, breakdown);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await press(page, form.submit);
    expect((await answered).status()).toBeGreaterThanOrEqual(500);
    await expect(page.getByRole("alert").filter({ hasText: texts().failed })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${form.path}$`));
    for (const [name, value] of Object.entries(form.typed ?? {})) await expect(page.locator(`#${name}`)).toHaveValue(value);
    for (const name of Object.keys(form.secrets ?? {})) await expect(page.locator(`#${name}`)).toHaveValue("");
    proxy.mend();
  });
}

/** The page of the last failure is a whole one, and what stands on it can be sent once more. */
async function sendAgain(page: Page, form: AccountForm) {
  await expectAccessible(page);
  await fill(page, form.secrets);
  await press(page, form.submit);
}

const anything = /./;
/** With the API, and with what stands before it. */
const breakdowns: Breakdown[] = [500, 502, 503, "cut"];
/** Every form is read by the same code: one of each kind tries every way, the others an answer and none. */
const someBreakdowns: Breakdown[] = [500, "cut"];

test("Ole finds what he typed again when the API fails on his way in, and gets in when it is back", async ({ page, isolated }) => {
  test.slow();
  const { locale, signIn, signUp, passwordReset, newPassword, emailConfirmation, invitation } = texts();
  await page.context().addCookies([{ name: "currentLocale", value: locale, url: isolated.url }]);
  const email = `ole.${randomUUID().slice(0, 8)}@demo.example`;
  const who = { workspace: "demo", email };
  const twice = { password: strong, passwordConfirmation: strong };

  const signUpForm = { path: "/sign-up", call: /^POST \/users$/, typed: who, secrets: twice, submit: signUp.submit };
  for (const breakdown of breakdowns) await expectKept(page, isolated, signUpForm, breakdown);
  await expectKept(page, isolated, signUpForm, 503, anything);
  await sendAgain(page, signUpForm);
  await expect(page).toHaveURL(/\/sign-up\/sent$/);

  const { links } = await waitForMail(isolated.outbox, email);
  const confirmForm = { path: new URL(links[0] ?? "").pathname, call: /^POST/, submit: emailConfirmation.submit };
  for (const calls of [confirmForm.call, anything]) await expectKept(page, isolated, confirmForm, 503, calls);
  await sendAgain(page, confirmForm);
  await expect(page.getByRole("status").filter({ hasText: emailConfirmation.done })).toBeVisible();

  const resetForm = { path: "/password-reset", call: /^POST/, typed: who, submit: passwordReset.submit };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, resetForm, breakdown);
  const path = await test.step("he asks again, and gets the mail", async () => {
    await sendAgain(page, resetForm);
    await expect(page).toHaveURL(/\/sign-in$/);
    const subject = locale === "de" ? "Neues Passwort" : "New password";
    return new URL((await waitForMail(isolated.outbox, email, { subject })).links[0] ?? "").pathname;
  });
  const other = { password: `${strong}!`, passwordConfirmation: `${strong}!` };
  const newForm = { path, call: /^PUT/, secrets: other, submit: newPassword.submit };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, newForm, breakdown);
  await sendAgain(page, newForm);
  await expect(page).toHaveURL(/\/sign-in$/);

  const signInForm = { path: "/sign-in", call: /^POST/, typed: who, secrets: { password: other.password }, submit: signIn.submit };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, signInForm, breakdown);
  await sendAgain(page, signInForm);
  await expect(page).toHaveURL(/\/complete-profile$/);

  const { home } = texts();
  const demoForm = { path: "/", call: /^POST \/inquiries/, typed: { name: "Ole", email, phone: "110" }, submit: home.demo.submit };
  await page.context().clearCookies({ name: "authToken" });
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, demoForm, breakdown);
  await test.step("pages for everybody need no API", async () => {
    isolated.proxy.break(anything, "cut");
    for (const [path, status] of [
      ["/", 200],
      ["/de/datenschutz", 200],
      ["/en/contact", 200],
      ["/nirgendwo", 404],
    ] as const)
      expect((await page.request.get(path)).status(), path).toBe(status);
    isolated.proxy.mend();
  });
  await openPage(page, "/");
  await fill(page, demoForm.typed);
  await sendAgain(page, demoForm);
  await expect(page).toHaveURL(/\/\?sent$/);

  await test.step("an invitation says no error but for a link that is none", async () => {
    const guest = "gast@partner.example";
    await invite(isolated.api.url, guest);
    const link = (await waitForMail(isolated.outbox, guest)).links[0] ?? "";
    for (const breakdown of someBreakdowns) {
      isolated.proxy.break(anything, breakdown);
      await page.goto(link);
      await press(page, invitation.submit);
      await expect(page.getByRole("main").getByRole("status")).toHaveText(invitation.unknown);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    isolated.proxy.mend();
    await press(page, invitation.submit);
    await expect(page.getByRole("status").filter({ hasText: invitation.done })).toBeVisible();
  });
});

test("Lena finds what she typed in her settings again when the API fails, also when all of it is away", async ({ page, isolated }) => {
  test.slow();
  const { locale, settings, failed } = texts();
  const { profile, password, email, close, sessions } = settings;
  const change = (column: string) => queryDatabase(`update users set ${column} where email = 'lena@demo.example'`);
  const form = { workspace: "demo", email: "lena@demo.example", password: demoPassword };
  const cookie = { name: "currentLocale", value: locale, url: isolated.url };
  await page.context().addCookies([cookie]);
  await page.request.post("/sign-in", { form, maxRedirects: 0 });
  const names = { firstName: "Lena Sofie", lastName: "Großmann-Yılmaz" };
  const passwords = { currentPassword: demoPassword, password: strong, passwordConfirmation: strong };

  const profileForm = {
    path: "/settings/profile",
    call: /^PUT/,
    typed: { ...names, newInterests: "Nachtzüge, Fähren" },
    submit: profile.save,
  };
  for (const breakdown of breakdowns) await expectKept(page, isolated, profileForm, breakdown);
  await expectKept(page, isolated, profileForm, 503, anything);
  await sendAgain(page, profileForm);
  await expect(page.getByRole("checkbox", { name: "Nachtzüge" })).toBeChecked();

  const emails = { email: "lena.neu@demo.example", emailConfirmation: "lena.neu@demo.example" };
  const emailForm = {
    path: "/settings/email",
    call: /^POST \/change_email/,
    typed: emails,
    secrets: { currentPassword: demoPassword },
    submit: email.submit,
  };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, emailForm, breakdown);
  await expectKept(page, isolated, emailForm, "cut", anything);
  await sendAgain(page, emailForm);
  const pending = page.getByRole("region", { name: email.pending.title });
  await expect(pending).toContainText(emails.email);
  await test.step("a change that could not be given up waits on", async () => {
    isolated.proxy.break(/^DELETE/, 503);
    await pending.getByRole("button", { name: email.pending.cancel }).click();
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
    await expect(pending).toBeVisible();
    isolated.proxy.mend();
  });

  const passwordForm = { path: "/settings/password", call: /^PUT/, secrets: passwords, submit: password.submit };
  for (const calls of [passwordForm.call, anything]) await expectKept(page, isolated, passwordForm, 503, calls);
  await test.step("a session that could not be ended is there", async () => {
    await page
      .context()
      .browser()
      ?.newContext()
      .then(async (other) => {
        await other.request.post(`${isolated.url}/sign-in`, { form, maxRedirects: 0 });
        await other.close();
      });
    await openPage(page, "/settings/password");
    isolated.proxy.break(/^DELETE/, 502);
    for (const name of [sessions.endOthers, sessions.end]) {
      await page.getByRole("button", { name }).last().click();
      await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
    }
    await expect(page.getByRole("button", { name: sessions.endOthers })).toBeVisible();
    isolated.proxy.mend();
  });

  await change("profile_complete = false, password_expired = true");
  const completeForm = {
    path: "/complete-profile",
    call: /^PUT/,
    typed: { firstName: "Lena", lastName: "Großmann" },
    submit: profile.save,
  };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, completeForm, breakdown);
  await expectKept(page, isolated, completeForm, 503, anything);
  await sendAgain(page, completeForm);
  await expect(page).toHaveURL(/\/update-password$/);
  const updateForm = { ...passwordForm, path: "/update-password" };
  for (const calls of [updateForm.call, anything]) await expectKept(page, isolated, updateForm, 503, calls);
  await sendAgain(page, updateForm);
  await expect(page).toHaveURL(/\/stream$/);

  const closeForm = { path: "/settings/close-account", call: /^DELETE/, secrets: { currentPassword: strong }, submit: close.submit };
  for (const breakdown of someBreakdowns) await expectKept(page, isolated, closeForm, breakdown);
  await expectKept(page, isolated, closeForm, 503, anything);
  await sendAgain(page, closeForm);
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("Ole's registration is given up after a time when the API says nothing, with everything typed", async ({ page, isolated }) => {
  test.slow();
  const { locale, signUp } = texts();
  await page.context().addCookies([{ name: "currentLocale", value: locale, url: isolated.url }]);
  const typed = { workspace: "demo", email: "ole@demo.example" };
  const secrets = { password: strong, passwordConfirmation: strong };
  await expectKept(page, isolated, { path: "/sign-up", call: /^POST/, typed, secrets, submit: signUp.submit }, "silence");
});

test("Clara signs out while the API fails, and reads that her session goes on there, and how it ends", async ({ page, isolated }) => {
  const { locale, shell } = texts();
  await signIn(page, "clara", { locale });
  await openPage(page, "/folda");
  isolated.proxy.break(/^DELETE \/auth/, 503);
  await page.getByText("Clara Voss").first().click();
  await page.getByRole("button", { name: shell.signOut }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByRole("alert").filter({ hasText: shell.flash.signedOutHere })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  await expectAccessible(page);
  isolated.proxy.mend();
});

test("Florian's article, comment and questions stand there as before when the API fails, and are saved when it is back", async ({
  page,
  isolated: { proxy },
}) => {
  test.slow();
  const { locale, articles, shell, failed } = texts();
  const refusal = page.getByRole("alert").filter({ hasText: failed });
  const button = (name: string) => page.getByRole("button", { name, exact: true }).last();
  await signIn(page, "florian", { locale });
  const title = uniqueTitle("Speicher für Bahnstrom");

  await test.step("the article, while only saving fails, and while all of it is away", async () => {
    await openPage(page, "/stream/contents/new?mode=manual");
    await page.locator("#title").fill(title);
    await fillBody(page, "Ein Absatz.");
    await chooseFolder(page, "Energie & Klima");
    await page.locator("#newTags").fill("Bahnstrom");
    for (const breakdown of breakdowns) {
      proxy.break(/^POST/, breakdown);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await button(articles.save).click();
      await answered;
      await expect(refusal).toBeVisible();
      await expect(page.locator("#title")).toHaveValue(title);
      await expect(page.locator("#newTags")).toHaveValue("Bahnstrom");
    }
    proxy.break(anything, 503);
    await button(articles.save).click();
    if (!hasScript()) await expect(page.getByRole("main")).toContainText(shell.errors.kept);
    await expect(page.locator("[aria-busy]")).toHaveCount(0);
    await expectAccessible(page);
    proxy.mend();
    await button(hasScript() ? articles.save : shell.errors.again).click();
    await expect(page).toHaveURL(/\/stream$/);
    await expect(articleCard(page, title)).toHaveCount(1);
  });

  const filed = uniqueTitle("Fahrleitung");
  const { articlePath } = await fileArticle(page, { folder: "Energie & Klima", title: filed });
  await test.step("the comment", async () => {
    await openPage(page, articlePath);
    await page.locator("#comment").fill("Das Gutachten liegt mir vor.");
    proxy.break(/^POST/, 500);
    await button(articles.comment.submit).click();
    await expect(refusal).toBeVisible();
    await expect(page.locator("#comment")).toHaveValue("Das Gutachten liegt mir vor.");
    proxy.mend();
    await button(articles.comment.submit).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.commentSaved })).toBeVisible();
  });

  await test.step("the copy, and the question before the article is deleted", async () => {
    await openPage(page, `${articlePath}/copy`);
    await chooseFolder(page, "Ausbau Nordkorridor", articles.copy.target);
    const chosen = await page.locator("#folderId").inputValue();
    proxy.break(/^POST \/graphql/, 502);
    await button(articles.copy.submit).click();
    await expect(refusal).toBeVisible();
    await expect(page.locator("#folderId")).toHaveValue(chosen);
    await openPage(page, `${articlePath}/delete`);
    proxy.break(/^DELETE/, 503);
    await button(articles.delete.confirm).click();
    await expect(refusal).toBeVisible();
    await expectAccessible(page);
    proxy.mend();
    await button(articles.delete.confirm).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.articleDeleted })).toBeVisible();
  });
});
