import { randomUUID } from "node:crypto";
import deNotices from "../../locales/de/notices.json" with { type: "json" };
import de from "../../locales/de/settings.json" with { type: "json" };
import deShell from "../../locales/de/shell.json" with { type: "json" };
import enNotices from "../../locales/en/notices.json" with { type: "json" };
import en from "../../locales/en/settings.json" with { type: "json" };
import enShell from "../../locales/en/shell.json" with { type: "json" };
import { expect, expectAccessible, hasScript, newMember, openPage, signIn, test } from "../support/e2e/fixtures";

/** German with script, English without. */
const texts = () =>
  hasScript()
    ? { locale: "de" as const, ...de, shell: { ...deShell, notices: deNotices } }
    : { locale: "en" as const, ...en, shell: { ...enShell, notices: enNotices } };

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

test("Nadia, who is new, says who she is, changes what she said, and closes her account", async ({ page, browser, baseURL }) => {
  test.slow();
  const { locale, shell, salutations, profile, complete, close } = texts();
  const email = `nadia.${randomUUID().slice(0, 8)}@demo.example`;
  const password = await newMember(page, email, { locale, complete: false });
  const required = locale === "de" ? "Dies ist ein Pflichtfeld" : "This field is required";
  const saved = locale === "de" ? "Daten erfolgreich gespeichert." : "Saved.";
  const save = () => page.getByRole("button", { name: profile.save }).click();

  await test.step("she completes her profile", async () => {
    await page.goto("/folda");
    await expect(page).toHaveURL(/\/complete-profile$/);
    await expect(page.getByRole("dialog", { name: complete.title })).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("button")).toHaveText([shell.signOut, profile.save]);
    await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(0);
    await page.getByLabel(profile.firstName).fill("Nadia");
    await save();
    const summary = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: shell.summaryTitle }) });
    await expect(summary.getByRole("link")).toHaveText([`${profile.salutation}: ${required}`, `${profile.lastName}: ${required}`]);
    await expect(page.getByLabel(profile.lastName)).toHaveAccessibleDescription(required);
    await expect(page.getByLabel(profile.firstName)).toHaveValue("Nadia");
    await expectAccessible(page);
    await page.getByLabel(salutations.Frau, { exact: true }).check();
    await page.getByLabel(profile.lastName).fill("Öztürk");
    await save();
    await expect(page).toHaveURL(/\/stream$/);
    await expect(page.getByRole("status").filter({ hasText: saved })).toBeVisible();
    await page.goto("/complete-profile");
    await expect(page).toHaveURL(/\/stream$/);
  });

  const interest = `Nachtzug ${randomUUID().slice(0, 6)}`;
  await test.step("she changes it, with an interest nobody had before", async () => {
    await openPage(page, "/settings/profile");
    await page.getByLabel(profile.lastName).fill("Öztürk-Lang");
    await page.getByRole("textbox", { name: profile.jobTitle }).fill("Referentin");
    await page.getByLabel(shell.tags.new).fill(interest);
    await page.getByRole("radio", { name: profile.is_public.label }).check();
    await save();
    await expect(page.getByRole("status").filter({ hasText: saved })).toBeVisible();
    await expect(page.getByRole("banner").getByText("Nadia Öztürk-Lang").first()).toBeAttached();
    await expect(page.getByRole("checkbox", { name: interest })).toBeChecked();
    await expect(page.getByLabel(shell.tags.new)).toHaveValue("");
    await expect(page.getByRole("radio", { name: profile.is_public.label })).toBeChecked();
  });

  const elsewhere = await (await browser.newContext({ baseURL, javaScriptEnabled: hasScript() })).newPage();
  await test.step("at another browser she finds the language that she chose last", async () => {
    const other = locale === "de" ? "en" : "de";
    await page.getByRole("combobox", { name: profile.locale }).selectOption(other);
    await save();
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    const form = { workspace: "demo", email, password };
    const greeted = await elsewhere.request.post("/sign-in", { form, maxRedirects: 0 });
    expect(greeted.status()).toBe(302);
    await openPage(elsewhere, "/settings/profile");
    await expect(elsewhere.locator("html")).toHaveAttribute("lang", other);
    await elsewhere.getByRole("contentinfo").getByRole("button", { name: shell.languages[locale] }).click();
    await expect(elsewhere.getByRole("combobox", { name: profile.locale })).toHaveValue(locale);
    await openPage(page, "/settings/profile");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await expect(page.getByRole("combobox")).toHaveValue(locale);
  });

  await test.step("she closes her account, after a slip of the finger", async () => {
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
    await expect(elsewhere.getByRole("status").filter({ hasText: shell.notices.accountClosed })).toBeVisible();
    expect((await elsewhere.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  });

  await test.step("where she was still signed in, her next click leads to the sign-in page", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Stream" }).click();
    await expect(page).toHaveURL(/\/sign-in\?to=%2Fstream$/);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  });
  await elsewhere.context().close();
});
