import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, hasScript, signIn, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated } from "../support/e2e/pages";
import { demoPassword } from "../support/serve-for-tests.js";

// A rejected sign-in has an error status, which Chromium logs.
test.use({ allowedConsole: [/status of 401\b/] });

const wrongCredentials = "Workspace, E-Mail oder Passwort sind nicht richtig.";

interface Credentials {
  workspace?: string;
  email: string;
  password?: string;
}

/** `force` presses a button that is `aria-disabled`, too. */
async function fillSignIn(page: Page, { workspace = "demo", email, password = demoPassword }: Credentials, { force = false } = {}) {
  await page.getByLabel("Workspace").fill(workspace);
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click({ force });
}

const unknownEmail = () => `${randomUUID()}@demo.example`;

test("Piotr mistypes his password and keeps what else he typed @phone @journey", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  await fillSignIn(page, { email: "piotr@demo.example", password: "falsch <b>1</b>" });
  const summary = page.getByRole("alert").filter({ hasText: "Anmeldung nicht möglich" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: wrongCredentials })).toBeVisible();
  await expect(page.getByLabel("Workspace")).toHaveValue("demo");
  await expect(page.getByLabel("E-Mail")).toHaveValue("piotr@demo.example");
  await expect(page.getByLabel("Passwort")).toHaveValue("");
  expect(await page.content()).not.toContain("falsch &lt;b");
  await expectAccessible(page);
  await summary.getByRole("link").click();
  await expect(page.getByLabel("Workspace")).toBeFocused();
});

test("The button waits until everything is there, and Enter names what is missing @with-js @phone", async ({ page }) => {
  const required = "Dies ist ein Pflichtfeld";
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await speak(page, "de");
  await page.goto("/sign-in");
  const button = page.getByRole("main").getByRole("button", { name: "Anmelden" });
  const email = page.getByLabel("E-Mail");
  const password = page.getByLabel("Passwort");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.focus();
  await expect(button).toBeFocused();
  await page.getByLabel("Workspace").fill("demo");
  await email.fill("  ");
  await page.getByLabel("Workspace").press("Enter");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(required);
  await expect(password).toHaveAccessibleDescription(required);
  await expect(page.getByLabel("Workspace")).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  // A second attempt does not repeat the errors.
  await page.getByLabel("Workspace").press("Enter");
  await expect(page.getByText(required)).toHaveCount(2);
  await email.fill("niemand@demo.example");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(email).toHaveAccessibleDescription("");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await password.fill("x");
  await expect(page.getByText(required)).toHaveCount(0);
  await expect(button).not.toHaveAttribute("aria-disabled");
  expect(posts).toEqual([]);
  await password.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(posts).toHaveLength(1);
  // The password has to be typed again.
  await expect(button).toHaveAttribute("aria-disabled", "true");
});

test("The workspace is in lower case as it is typed, and the caret stays @with-js", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  const workspace = page.getByLabel("Workspace");
  await workspace.pressSequentially("NORDBAHN");
  await expect(workspace).toHaveValue("nordbahn");
  for (let step = 0; step < 4; step++) await workspace.press("ArrowLeft");
  await workspace.pressSequentially("XY");
  await expect(workspace).toHaveValue("nordxybahn");
  expect(await workspace.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([6, 6]);
});

test("Tobias signs out, and neither Back nor his old cookie opens a page @journey", async ({ page }) => {
  await signIn(page, "tobias");
  const [kept] = (await page.context().cookies()).filter(({ name }) => name === "authToken");
  await page.goto("/folda");
  await hydrated(page);
  await page.getByText("Tobias Kern").first().click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByRole("status").filter({ hasText: "Sie sind abgemeldet." })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  await page.goto("/folda");
  await expect(page).toHaveURL(/\/sign-in\?to=%2Ffolda$/);
  if (!kept) throw new Error("no cookie");
  await page.context().addCookies([kept]);
  await page.goto("/folda");
  await expect(page).toHaveURL(/\/sign-in\?to=%2Ffolda$/);
});

test("A member of the workspace db confirms the company device, asked while typing or after the first try; Miriam of another cannot", async ({
  page,
}) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  const confirmation = page.getByRole("switch", { name: "Ich verwende ein Dienstgerät." });
  const button = page.getByRole("main").getByRole("button", { name: "Anmelden" });
  await expect(confirmation).toHaveCount(0);
  const email = unknownEmail();
  await fillSignIn(page, { workspace: "DB", email }, { force: true });
  await expect(page.getByText("Für diesen Workspace gilt die Konzernrichtlinie")).toBeVisible();
  await expect(confirmation).not.toBeChecked();
  await expect(confirmation).toHaveAccessibleDescription("Bitte bestätigen Sie, dass Sie ein Dienstgerät verwenden.");
  await expect(confirmation).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Workspace")).toHaveValue("db");
  await expectAccessible(page);
  if (hasScript()) {
    await expect(confirmation).toBeFocused();
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByLabel("Passwort")).toHaveValue(demoPassword);
    await confirmation.check();
    await expect(confirmation).not.toHaveAttribute("aria-invalid");
    await expect(button).not.toHaveAttribute("aria-disabled");
  } else {
    await expect(page.getByRole("alert").getByRole("link", { name: /Dienstgerät: Bitte bestätigen Sie/ })).toBeVisible();
    await confirmation.check();
  }
  await fillSignIn(page, { workspace: "db", email });
  await expect(page.getByRole("alert").getByRole("link", { name: wrongCredentials })).toBeVisible();
  await expect(confirmation).toBeChecked();
  await fillSignIn(page, { workspace: " Demo ", email: "miriam@demo.example" });
  if (!hasScript()) {
    // With script, the switch disappeared when the workspace changed.
    await expect(
      page.getByRole("alert").getByRole("link", { name: /^Workspace: Für diesen Workspace wird kein Dienstgerät bestätigt/ }),
    ).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await expect(page.getByLabel("Workspace")).toHaveValue("demo");
    await expect(page.getByLabel("E-Mail")).toHaveValue("miriam@demo.example");
    await fillSignIn(page, { email: "miriam@demo.example" });
  }
  await expect(page).toHaveURL(/\/stream$/);
});

test("The switch of the device terms comes and goes with the workspace that is typed @with-js @phone", async ({ page }) => {
  await speak(page, "en");
  await page.goto("/sign-in");
  const workspace = page.getByLabel("Workspace");
  const confirmation = page.getByRole("switch", { name: "I am using a company-owned device." });
  await workspace.pressSequentially(" D");
  await expect(confirmation).toHaveCount(0);
  await workspace.pressSequentially("B ");
  await expect(confirmation).toBeVisible();
  await confirmation.check();
  // White space does not change the workspace.
  await workspace.press("End");
  await workspace.press("Backspace");
  await expect(confirmation).toBeChecked();
  await workspace.pressSequentially("s");
  await expect(confirmation).toHaveCount(0);
  await workspace.pressSequentially("ervice");
  await expect(confirmation).not.toBeChecked();
  await confirmation.check();
  await workspace.fill("db");
  await expect(confirmation).not.toBeChecked();
  await confirmation.check();
  await workspace.fill("");
  await expect(confirmation).toHaveCount(0);
  await workspace.fill("db");
  await expect(confirmation).not.toBeChecked();
});
