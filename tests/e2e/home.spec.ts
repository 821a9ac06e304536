import { randomUUID } from "node:crypto";
import { expect, readMail, speak, test } from "../support/e2e/fixtures";
import { expectAccessible } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

/** The recipient of demo requests in `playwright.config.ts`. */
const operator = "demo@folda.example";

const texts = () => ({ ...allTexts().home, ...allTexts() });
const titleOf = (text: string) => text.replace("{{product}}", "Folda");

test("A visitor reads what Folda is, goes to its parts, and to the sign-in page @phone", async ({ page }) => {
  const { locale, intro, features, guarantee, demo } = texts();
  await speak(page, locale);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: intro.title })).toBeVisible();
  await expect(page.getByRole("region", { name: features.title }).getByRole("listitem")).toHaveCount(8);
  await expect(page.getByRole("region", { name: guarantee.title })).toBeVisible();
  for (const [link, anchor] of [
    [intro.features, "home-features"],
    [intro.demo, "home-demo"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/#${anchor}$`));
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
  await page.goto("/#home-features");
  await expect.poll(async () => Math.round((await page.locator("#home-features").boundingBox())?.y ?? 0)).toBe(80);
  await expect(page.getByRole("region", { name: titleOf(demo.title) })).toBeAttached();
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: intro.signIn, exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("Ole asks for a demo, with mistakes first, and the operator is told", async ({ page }) => {
  const { locale, demo } = texts();
  await speak(page, locale);
  await page.goto("/");
  const form = page.getByRole("region", { name: titleOf(demo.title) });
  const field = (name: "name" | "company" | "email" | "phone") => form.locator(`#${name}`);
  await field("company").fill("Hafenbahn");
  await field("name").fill("Gewinne: https://casino.example");
  await field("phone").fill("+49 40 1234");
  await form.getByRole("button", { name: demo.submit }).click();
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("link")).toHaveCount(2);
  await expect(alert).toBeFocused();
  for (const name of ["name", "email"] as const) await expect(field(name)).toHaveAttribute("aria-invalid", "true");
  await expect(field("name")).toHaveValue("Gewinne: https://casino.example");
  await expect(field("company")).toHaveValue("Hafenbahn");
  await expectAccessible(page);

  const name = `Ole ${randomUUID().slice(0, 8)}`;
  const email = `ole.${randomUUID()}@hafen.example`;
  await field("name").fill(name);
  await field("email").fill(email);
  await form.getByRole("button", { name: demo.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: demo.sent })).toBeVisible();
  for (const each of ["name", "company", "email", "phone"] as const) await expect(field(each)).toHaveValue("");
  const mail = await readMail(operator, { subject: locale === "de" ? `Demo-Anfrage von ${name}` : `Demo request from ${name}` });
  for (const fact of [name, email, "Hafenbahn", "+49 40 1234"]) expect(mail.text).toContain(fact);
  await page.getByRole("link", { name: demo.back, exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});
