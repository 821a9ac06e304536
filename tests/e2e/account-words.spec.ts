import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, hasScript, makeResetPath, newMember, readMail, speak, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";

// What is refused is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (404|422)\b/] });

/** The exact texts of docs/product.md; those that it quotes in one language only are translated in the other. */
const specified = {
  de: {
    required: "Dies ist ein Pflichtfeld",
    check: "Bitte überprüfen Sie ihre Eingaben.",
    sent: "Sie werden in Kürze eine E-Mail von uns erhalten.",
    mail: "Neues Passwort für Folda",
    gone: "Der Token ist ungültig, bitte beantrage erneuet ein neues Passwort.",
    different: "Die beiden Passwörter stimmen nicht überein.",
    tooLong: "Bitte kürzen Sie auf höchstens 1000 Zeichen.",
    changed: "Ihr Passwort wurde erfolgreich geändert, melden Sie sich mit ihrem neuen Passwort an.",
    hint: "Mindestens 10 Zeichen mit Buchstaben, Zahlen und Sonderzeichen.",
    scores: ["Unsicher, 0 %", "Unsicher, 25 %", "Noch nicht gut, 50 %", "Schon besser, 75 %", "Sehr gut, 100 %"],
    saved: "Daten erfolgreich gespeichert.",
    save: "Profil speichern",
  },
  en: {
    required: "This field is required",
    check: "Please check your entries.",
    sent: "You will receive an e-mail from us shortly.",
    mail: "New password for Folda",
    gone: "The token is not valid, please request a new password again.",
    different: "The two passwords are not the same.",
    tooLong: "Please shorten this to 1000 characters at most.",
    changed: "Your password has been changed successfully, sign in with your new password.",
    hint: "At least 10 characters with letters, numbers and special characters.",
    scores: ["Unsecure, 0 %", "Unsecure, 25 %", "Still not good, 50 %", "Getting better, 75 %", "Awesome, 100 %"],
    saved: "Saved.",
    save: "Save profile",
  },
};

/** Passwords of zxcvbn's scores 0 to 4. */
const passwords = ["a", "Sommer", "Sommerbahn", "Sommerbahn7", "  🚂 Drei Möwen & 41 Weichen "];
const strong = passwords[4] ?? "";

const submit = (page: Page) => page.getByRole("main").getByRole("button").last().click();
const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function fillTwice(page: Page, password: string, confirmation = password) {
  await page.locator("#password").fill(password);
  await page.locator("#passwordConfirmation").fill(confirmation);
}

/** Sends the form by the keyboard's way past a button that waits for a strong password. */
const post = (page: Page) => page.locator("#password").evaluate((input: HTMLInputElement) => input.form?.submit());

/** The red, orange or green that a bar is drawn with, as docs/product.md names them. */
async function barColor(page: Page): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await page.locator(".strength").evaluate((element: HTMLElement) => {
    const probe = document.createElement("i");
    probe.style.color = "var(--bar)";
    const { color } = getComputedStyle(element.appendChild(probe));
    probe.remove();
    return (color.match(/[\d.]+/g) ?? []).map(Number);
  });
  if (green > red) return "green";
  return green > blue + 60 ? "orange" : "red";
}

test("Both languages have the exact texts @without-js", () => {
  for (const [locale, { scores, ...words }] of Object.entries(specified)) {
    const read = (name: string) => readFileSync(`locales/${locale}/${name}.json`, "utf8");
    const all = ["auth", "errors", "flash", "mail", "passwords", "settings", "shell"]
      .map(read)
      .join("\n")
      .replaceAll("{{product}}", "Folda");
    for (const text of [...Object.values(words), ...scores.map((score) => score.split(",")[0])])
      expect(all.replaceAll(/{{(max|count)}}/g, "1000")).toContain(`"${text}"`);
  }
});

test("A new password shows the exact texts, at its field, as a flash message, or in its place", async ({ page }) => {
  const locale = hasScript() ? "de" : "en";
  const words = specified[locale];
  const email = `ole.${randomUUID().slice(0, 8)}@demo.example`;
  await newMember(page, email, { locale });
  await page.context().clearCookies({ name: "authToken" });
  await page.request.post("/password-reset", { form: { workspace: "demo", email }, maxRedirects: 0 });
  const [link = ""] = (await readMail(email, { subject: words.mail })).links;

  await openPage(page, link);
  await expect(page.getByText(words.hint, { exact: true })).toBeVisible();
  await fillTwice(page, strong, "something else");
  await post(page);
  await expect(page.locator("#passwordConfirmation")).toHaveAccessibleDescription(words.different);
  // Field errors only: no notice, and nothing about the whole.
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText(words.check);
  await expect(page.getByRole("region").getByRole("status")).toHaveCount(0);

  await openPage(page, link);
  await fillTwice(page, "Zug ".repeat(2500));
  await post(page);
  await expect(page.locator("#password")).toHaveAccessibleDescription(`${words.hint} ${words.tooLong}`);
  await expect(page.locator("#password")).toHaveValue("");

  const early = await page.context().newPage();
  await openPage(early, link);
  await fillTwice(page, strong);
  await submit(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(notice(page, words.changed)).toBeVisible();

  // In a window that was open before: opened now, the link says so by itself.
  const answers: number[] = [];
  early.on("response", (response) => response.request().method() === "POST" && answers.push(response.status()));
  await fillTwice(early, `${strong}!`);
  await submit(early);
  await expect(early.getByRole("alert")).toHaveText(words.gone);
  expect(answers).toEqual([404]);
  await early.close();
  // Outer spaces and the little train belong to it.
  const signIn = (password: string) => page.request.post("/sign-in", { form: { workspace: "demo", email, password }, maxRedirects: 0 });
  expect((await signIn(strong.trim())).status()).toBe(401);
  expect((await signIn(strong)).status()).toBe(302);
});

test("The bar is red, orange or green by the score, and says it in per cent and in words", async ({ page }) => {
  const locale = hasScript() ? "de" : "en";
  const words = specified[locale];
  await speak(page, locale);
  await openPage(page, await makeResetPath());
  for (const [score, password] of passwords.entries()) {
    await test.step(password, async () => {
      const said = words.scores[score] ?? "";
      // Two that differ, so that no password is set: without script the server says how strong the last one was.
      await fillTwice(page, password, "x");
      if (!hasScript()) await post(page);
      await expect(page.getByRole("meter")).toHaveAttribute("aria-valuetext", said);
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
      await expect(page.locator("meter")).toHaveJSProperty("value", score);
      expect(await barColor(page)).toBe(["red", "red", "red", "orange", "green"][score]);
    });
  }
});
