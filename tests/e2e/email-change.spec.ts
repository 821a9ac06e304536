import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, newMember, readMail, test } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

const texts = () => ({ ...allTexts().settings, ...allTexts() });

async function fillChange(page: Page, { password, email }: { password: string; email: string }) {
  const { fields, submit } = texts().email;
  await page.getByLabel(fields.currentPassword).fill(password);
  await page.getByLabel(fields.email, { exact: true }).fill(email);
  await page.getByLabel(fields.emailConfirmation, { exact: true }).fill(email);
  await page.getByRole("button", { name: submit }).click();
}

test("Nadia changes her address: a first change she gives up, the second counts once she confirms it", async ({ page }) => {
  const { locale, email: texted, errors, shell, auth } = texts();
  const [before, cancelled, after] = [1, 2, 3].map(() => `nadia.${randomUUID().slice(0, 8)}@demo.example`) as [string, string, string];
  const password = await newMember(page, before, { locale });
  const pending = page.getByRole("region", { name: texted.pending.title });
  await openPage(page, "/settings/email");
  await expect(page.getByRole("main")).toContainText(before);
  await fillChange(page, { password: "falsch", email: cancelled });
  await expect(page.getByLabel(texted.fields.currentPassword)).toHaveAccessibleDescription(errors.wrongPassword);
  await expect(page.getByLabel(texted.fields.email, { exact: true })).toHaveValue(cancelled);
  await fillChange(page, { password, email: cancelled });
  await expect(page.getByRole("status").filter({ hasText: shell.flash.emailChangeSent })).toBeVisible();
  await expect(pending).toContainText(cancelled);
  await expectAccessible(page);
  await pending.getByRole("button", { name: texted.pending.cancel }).click();
  await expect(page.getByRole("status").filter({ hasText: shell.flash.emailChangeCancelled })).toBeVisible();
  await expect(pending).toHaveCount(0);

  await fillChange(page, { password, email: after });
  await expect(pending).toContainText(after);
  const [link = ""] = (await readMail(after)).links;
  await page.goto(link);
  await page.getByRole("button", { name: auth.emailConfirmation.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: auth.emailConfirmation.done })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: auth.emailConfirmation.toSettings }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await openPage(page, "/settings/email");
  await expect(page.getByRole("main")).toContainText(after);
  await expect(pending).toHaveCount(0);
});
