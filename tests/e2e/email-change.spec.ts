import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, newMember, readMail, scanLinks, test } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

const texts = () => ({ ...allTexts().settings, ...allTexts() });

// A link that is void is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (404|422)\b/] });

interface Typed {
  password: string;
  email: string;
  confirmation?: string;
}

async function fillChange(page: Page, { password, email, confirmation = email }: Typed) {
  const { fields, submit } = texts().email;
  await page.getByLabel(fields.currentPassword).fill(password);
  await page.getByLabel(fields.email, { exact: true }).fill(email);
  await page.getByLabel(fields.emailConfirmation, { exact: true }).fill(confirmation);
  await page.getByRole("button", { name: submit }).click();
}

test("Nadia changes her address: both are told, the new one counts once she confirms it, and her other browser is signed out", async ({
  page,
  browser,
  baseURL,
}) => {
  const { locale, tabs, email: texted, errors, shell, auth } = texts();
  const newAddress = () => `nadia.${randomUUID().slice(0, 8)}@demo.example`;
  const [before, cancelled, after] = [newAddress(), newAddress(), newAddress()];
  const password = await newMember(page, before, { locale });
  const elsewhere = await browser.newContext({ baseURL });
  await elsewhere.request.post("/sign-in", { form: { workspace: "demo", email: before, password }, maxRedirects: 0 });
  const pending = page.getByRole("region", { name: texted.pending.title });

  await test.step("she mistypes her password, and then the address", async () => {
    await openPage(page, "/settings/email");
    await expect(page).toHaveTitle(`${tabs.settingsEmail} – Folda`);
    await expect(page.getByRole("main")).toContainText(before);
    await fillChange(page, { password: "falsch", email: after });
    await expect(page.getByLabel(texted.fields.currentPassword)).toHaveAccessibleDescription(errors.wrongPassword);
    await expect(page.getByLabel(texted.fields.email, { exact: true })).toHaveValue(after);
    await expectAccessible(page);
    await fillChange(page, { password, email: after, confirmation: before });
    await expect(page.getByRole("alert").getByRole("link", { name: errors.notSameEmail })).toBeVisible();
    await expect(pending).toHaveCount(0);
  });

  await test.step("she gives a first change up", async () => {
    await fillChange(page, { password, email: cancelled });
    await expect(page.getByRole("status").filter({ hasText: shell.flash.emailChangeSent })).toBeVisible();
    await expect(pending).toContainText(cancelled);
    await expectAccessible(page);
    const { links } = await readMail(cancelled);
    await pending.getByRole("button", { name: texted.pending.cancel }).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.emailChangeCancelled })).toBeVisible();
    await expect(pending).toHaveCount(0);
    await page.goto(links[0] ?? "");
    await expect(page.getByRole("alert")).toHaveText(auth.emailConfirmation.gone);
  });

  await test.step("she confirms the second, which a scanner has opened before", async () => {
    await openPage(page, "/settings/email");
    await fillChange(page, { password, email: after });
    await expect(pending).toContainText(after);
    const mail = await readMail(after);
    await scanLinks(browser, mail);
    await scanLinks(browser, await readMail(before));
    await page.reload();
    await expect(pending).toContainText(after);
    await page.goto(mail.links[0] ?? "");
    await expectAccessible(page);
    await page.getByRole("button", { name: auth.emailConfirmation.submit }).click();
    await expect(page.getByRole("status").filter({ hasText: auth.emailConfirmation.done })).toBeVisible();
    await page.goto(mail.links[0] ?? "");
    await expect(page.getByRole("main")).toContainText(auth.emailConfirmation.used.split("{{")[0] ?? "?");
    await expect(page.getByRole("button", { name: auth.emailConfirmation.submit })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: auth.emailConfirmation.toSettings }).click();
    await expect(page).toHaveURL(/\/settings\/profile$/);
    await openPage(page, "/settings/email");
    await expect(page.getByRole("main")).toContainText(after);
    await expect(pending).toHaveCount(0);
  });

  const answer = await elsewhere.request.get("/settings/email", { maxRedirects: 0 });
  expect(answer.headers().location).toContain("/sign-in");
  await elsewhere.close();
});
