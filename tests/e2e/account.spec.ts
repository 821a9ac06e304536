import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, hasScript, newMember, signIn, test } from "../support/e2e/fixtures";
import { expectAccessible, openPage, pressUnready } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

const texts = () => ({ ...allTexts().settings, ...allTexts() });

test("Anna goes from the menu to her settings, and reads why the owner's account cannot be closed @phone", async ({ page }) => {
  const { locale, shell, title, tabs, close } = texts();
  await signIn(page, "anna", { locale });
  await openPage(page, "/stream");
  await page.getByRole("banner").locator("summary").click();
  await expect(page.getByRole("banner").getByRole("button", { name: shell.signOut })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: shell.settings }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page).toHaveTitle(`${tabs.settingsProfile} – Folda`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const nav = page.getByRole("navigation", { name: tabs.label });
  await expect(nav.locator("[aria-current=page]")).toHaveText(tabs.settingsProfile);
  await expectAccessible(page);

  await nav.getByRole("link", { name: tabs.settingsCloseAccount }).click();
  await expect(page).toHaveTitle(`${tabs.settingsCloseAccount} – Folda`);
  await expect(nav.locator("[aria-current=page]")).toHaveText(tabs.settingsCloseAccount);
  await expect(page.getByRole("heading", { name: close.owner.title })).toBeVisible();
  await expect(page.getByLabel(close.password)).toHaveCount(0);
});

const newEmail = () => `nadia.${randomUUID().slice(0, 8)}@demo.example`;
const saved = (page: Page) => page.getByRole("status").filter({ hasText: hasScript() ? "Daten erfolgreich gespeichert." : "Saved." });
const save = (page: Page) => page.getByRole("button", { name: texts().profile.save }).click();

/** A second browser in which somebody is signed in; the caller closes it. */
async function openOtherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  credentials: { email: string; password: string },
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, javaScriptEnabled: hasScript() })).newPage();
  const answer = await page.request.post("/sign-in", { form: { workspace: "demo", ...credentials }, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  return page;
}

test("Nadia, who is new, completes her profile before she sees anything else", async ({ page }) => {
  const { locale, shell, salutations, profile, complete } = texts();
  await newMember(page, newEmail(), { locale, complete: false });
  const required = locale === "de" ? "Dies ist ein Pflichtfeld" : "This field is required";
  await page.goto("/folda");
  await expect(page).toHaveURL(/\/complete-profile$/);
  await expect(page.getByRole("dialog", { name: complete.title })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button")).toHaveText([shell.signOut, profile.save]);
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(0);
  await page.getByLabel(profile.firstName).fill("Nadia");
  await pressUnready(page.getByRole("button", { name: profile.save }));
  const summary = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: shell.summaryTitle }) });
  // With script nothing is sent, so there is no summary.
  if (!hasScript())
    await expect(summary.getByRole("link")).toHaveText([`${profile.salutation}: ${required}`, `${profile.lastName}: ${required}`]);
  await expect(page.getByLabel(profile.lastName)).toHaveAccessibleDescription(required);
  await expect(page.getByLabel(profile.firstName)).toHaveValue("Nadia");
  await expectAccessible(page);
  await page.getByLabel(salutations.Frau, { exact: true }).check();
  await page.getByLabel(profile.lastName).fill("Öztürk");
  await save(page);
  await expect(page).toHaveURL(/\/stream$/);
  await expect(saved(page)).toBeVisible();
  await page.goto("/complete-profile");
  await expect(page).toHaveURL(/\/stream$/);
});

test("Nadia changes her profile, with an interest nobody had before, and finds her language at another browser @journey", async ({
  page,
  browser,
  baseURL,
}) => {
  const { locale, profile, shell, tags, colorSchemes } = texts();
  const email = newEmail();
  const password = await newMember(page, email, { locale });
  const interest = `Nachtzug ${randomUUID().slice(0, 6)}`;
  await test.step("she changes it, with an interest nobody had before", async () => {
    await openPage(page, "/settings/profile");
    await page.getByLabel(profile.lastName).fill("Öztürk-Lang");
    await page.getByRole("textbox", { name: profile.jobTitle }).fill("Referentin");
    await page.getByLabel(tags.new).fill(interest);
    await page.getByRole("radio", { name: profile.is_public.label }).check();
    await save(page);
    await expect(saved(page)).toBeVisible();
    await expect(page.getByRole("banner").getByText("Nadia Öztürk-Lang").first()).toBeAttached();
    await expect(page.getByRole("checkbox", { name: interest })).toBeChecked();
    await expect(page.getByLabel(tags.new)).toHaveValue("");
    await expect(page.getByRole("radio", { name: profile.is_public.label })).toBeChecked();
  });

  await test.step("dark pages win over her device, in every browser, but not on paper, and end with her session", async () => {
    const schemeOf = (one: Page) => one.evaluate<string>("getComputedStyle(document.documentElement).colorScheme");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("radio", { name: colorSchemes.dark }).check();
    await save(page);
    await expect(page.locator("html")).toHaveClass("dark");
    await openPage(page, "/stream");
    expect(await schemeOf(page)).toBe("dark");
    await expect(page.locator("meta[name=color-scheme]")).toHaveAttribute("content", "dark");
    await page.emulateMedia({ media: "print" });
    expect(await schemeOf(page)).toBe("light");
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await openPage(page, "/settings/profile");
    await page.getByRole("radio", { name: colorSchemes.light }).check();
    await save(page);
    await expect(page.locator("html")).toHaveClass("light");
    const visitor = await browser.newContext({ baseURL, colorScheme: "dark" });
    const signIn = await visitor.newPage();
    await signIn.goto("/sign-in");
    expect(await schemeOf(signIn)).toBe("light dark");
    await visitor.close();
    await page.getByRole("radio", { name: colorSchemes.auto }).check();
    await save(page);
    await expect(page.locator("html")).not.toHaveClass(/./);
  });

  await test.step("at another browser she finds the language that she chose last", async () => {
    const other = locale === "de" ? "en" : "de";
    await page.getByRole("combobox", { name: profile.locale }).selectOption(other);
    await save(page);
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    const elsewhere = await openOtherBrowser(browser, baseURL, { email, password });
    await openPage(elsewhere, "/settings/profile");
    await expect(elsewhere.locator("html")).toHaveAttribute("lang", other);
    await elsewhere.getByRole("contentinfo").getByRole("button", { name: shell.languages[locale] }).click();
    await expect(elsewhere.getByRole("combobox", { name: profile.locale })).toHaveValue(locale);
    await openPage(page, "/settings/profile");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await expect(page.locator("#locale")).toHaveValue(locale);
    await elsewhere.context().close();
  });
});

test("Nadia closes her account, after a wrong password, and is signed out everywhere", async ({ page, browser, baseURL }) => {
  const { locale, shell, close } = texts();
  const email = newEmail();
  const password = await newMember(page, email, { locale });
  await openPage(page, "/stream");
  const elsewhere = await openOtherBrowser(browser, baseURL, { email, password });

  await test.step("she closes it at another browser", async () => {
    const tab = (text: string) => elsewhere.getByRole("main").getByText(text);
    await openPage(elsewhere, "/settings/close-account");
    await expect(tab(close.sessions)).toBeVisible();
    await expect(tab(close.personalTeam)).toBeVisible();
    await expectAccessible(elsewhere);
    await elsewhere.getByLabel(close.password).fill("nicht das richtige");
    await elsewhere.getByRole("button", { name: close.submit }).click();
    const wrong = locale === "de" ? "Das ist nicht Ihr Passwort." : "This is not your password.";
    await expect(elsewhere.getByLabel(close.password)).toHaveAccessibleDescription(`${close.passwordHint} ${wrong}`);
    await expect(elsewhere.getByLabel(close.password)).toHaveValue("");
    await elsewhere.getByLabel(close.password).fill(password);
    await elsewhere.getByRole("button", { name: close.submit }).click();
    await expect(elsewhere).toHaveURL(/\/sign-in$/);
    await expect(elsewhere.getByRole("status").filter({ hasText: shell.flash.accountClosed })).toBeVisible();
    expect((await elsewhere.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  });

  await test.step("where she was still signed in, her next click leads to the sign-in page", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Stream" }).click();
    await expect(page).toHaveURL(/\/sign-in\?to=%2Fstream$/);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  });
  await elsewhere.context().close();
});
