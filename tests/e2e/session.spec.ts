import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../scripts/serve-for-tests.js";
import { expect, expectAccessible, hydrated, signIn, speak, test } from "../support/e2e/fixtures";

// A refused sign-in is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (401|429)\b/] });

const wrongCredentials = "Workspace, E-Mail oder Passwort sind nicht richtig.";

interface Credentials {
  workspace?: string;
  email: string;
  password?: string;
}

async function fillSignIn(page: Page, { workspace = "demo", email, password = demoPassword }: Credentials) {
  await page.getByLabel("Workspace").fill(workspace);
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
}

const unknownEmail = () => `${randomUUID()}@demo.example`;

test("Piotr mistypes his password and keeps what else he typed @phone", async ({ page }) => {
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

test("A stranger reads the same words whatever is wrong @without-js", async ({ page }) => {
  await speak(page, "de");
  for (const credentials of [
    { workspace: "nirgendwo", email: unknownEmail() },
    { email: unknownEmail() },
    { email: unknownEmail(), password: "x" },
  ]) {
    await page.goto("/sign-in");
    await fillSignIn(page, credentials);
    // Retried: an answer that is still being parsed may end within a sentence.
    await expect(page.getByRole("alert")).toHaveText(`Anmeldung nicht möglich${wrongCredentials}`);
  }
});

test("Lena sends the empty form and reads at each field what is missing", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(3);
  await expect(page.getByLabel("Passwort")).toHaveAccessibleDescription("Dies ist ein Pflichtfeld");
  await expect(page.getByLabel("Passwort")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("link", { name: "E-Mail: Dies ist ein Pflichtfeld" }).click();
  await expect(page.getByLabel("E-Mail")).toBeFocused();
});

test("Miriam asks for a guarded page, signs in and is led back to it with its query @phone", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/stream?sort_by=views&sort_dir=asc");
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  // A mistake on the way does not lose the way.
  await fillSignIn(page, { email: unknownEmail() });
  await expect(page.getByRole("alert")).toBeVisible();
  await fillSignIn(page, { workspace: " DEMO ", email: "Miriam@demo.example" });
  await expect(page).toHaveURL(/\/stream\?sort_by=views&sort_dir=asc$/);
});

for (const to of ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
  test(`Miriam is not led away to ${to} by a forged link @without-js`, async ({ page, baseURL }) => {
    await speak(page, "de");
    await page.goto(`/sign-in?${new URLSearchParams({ to })}`);
    await fillSignIn(page, { email: "miriam@demo.example" });
    await expect(page).toHaveURL(`${baseURL}/stream`);
  });
}

test("Tobias signs out, and neither Back nor his old cookie opens a page", async ({ page }) => {
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

test("Tobias, signed in, is sent from the sign-in page to his settings, and from home to the stream @without-js", async ({ page }) => {
  await signIn(page, "tobias");
  await page.goto("/sign-in");
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/stream$/);
});

test("A forged session leads to the sign-in page @without-js", async ({ page, baseURL }) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const forged = `${part({ alg: "none" })}.${part({ sub: "1", sid: "1", exp: 4_000_000_000 })}.`;
  await page.context().addCookies([{ name: "authToken", value: forged, url: baseURL ?? "" }]);
  await page.goto("/stream");
  await expect(page).toHaveURL(/\/sign-in\?to=%2Fstream$/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
});

test("A member of the workspace db is asked to confirm the company device, after the first try", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  const confirmation = page.getByRole("switch", { name: "Ich verwende ein Dienstgerät." });
  await expect(confirmation).toHaveCount(0);
  const email = unknownEmail();
  await fillSignIn(page, { workspace: "DB", email });
  await expect(page.getByText("Für diesen Workspace gilt die Konzernrichtlinie")).toBeVisible();
  await expect(confirmation).not.toBeChecked();
  await expect(page.getByRole("alert").getByRole("link", { name: /Dienstgerät: Bitte bestätigen Sie/ })).toBeVisible();
  await expectAccessible(page);
  await confirmation.check();
  await fillSignIn(page, { workspace: "db", email });
  await expect(page.getByRole("alert").getByRole("link", { name: wrongCredentials })).toBeVisible();
  await expect(confirmation).toBeChecked();
});

test("Somebody who guesses is asked to wait, and the right words stay typed @without-js", async ({ page }) => {
  const email = unknownEmail();
  const guess = { workspace: "raten", email, password: "geraten" };
  await speak(page, "de");
  for (let number = 0; number < 6; number++) await page.request.post("/sign-in", { form: guess });
  await page.goto("/sign-in");
  await fillSignIn(page, guess);
  await expect(page.getByRole("alert").getByRole("link", { name: /Zu viele Versuche\. Bitte warten Sie/ })).toBeVisible();
  await expect(page.getByLabel("E-Mail")).toHaveValue(email);
  const refused = await page.request.post("/sign-in", { form: guess });
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
});
