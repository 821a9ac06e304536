import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, hasScript, newMember, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

const texts = () => ({ ...allTexts().settings, ...allTexts() });
const newEmail = () => `nadia.${randomUUID().slice(0, 8)}@demo.example`;
const saved = (page: Page) => page.getByRole("status").filter({ hasText: hasScript() ? "Daten erfolgreich gespeichert." : "Saved." });
const save = (page: Page) => page.getByRole("button", { name: texts().profile.save }).click();

/** A second browser with a signed-in person; the caller closes it. */
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
    await page.getByLabel(tags.new).fill(`${interest},`);
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
  const { locale, shell, close, errors } = texts();
  const email = newEmail();
  const password = await newMember(page, email, { locale });
  await openPage(page, "/stream");
  const elsewhere = await openOtherBrowser(browser, baseURL, { email, password });
  await openPage(elsewhere, "/settings/close-account");
  for (const typed of ["nicht das richtige", password]) {
    await elsewhere.getByLabel(close.password).fill(typed);
    await elsewhere.getByRole("button", { name: close.submit }).click();
    if (typed !== password)
      await expect(elsewhere.getByLabel(close.password)).toHaveAccessibleDescription(new RegExp(errors.wrongPassword));
  }
  await expect(elsewhere).toHaveURL(/\/sign-in$/);
  await expect(elsewhere.getByRole("status").filter({ hasText: shell.flash.accountClosed })).toBeVisible();
  expect((await elsewhere.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  await elsewhere.context().close();

  await page.getByRole("navigation").getByRole("link", { name: "Stream" }).click();
  await expect(page).toHaveURL(/\/sign-in\?to=%2Fstream$/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
});
