import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { Page } from "@playwright/test";
import de from "../../locales/de/auth.json" with { type: "json" };
import deSettings from "../../locales/de/settings.json" with { type: "json" };
import en from "../../locales/en/auth.json" with { type: "json" };
import enSettings from "../../locales/en/settings.json" with { type: "json" };
import { expect, hasScript, newMember, openPage, queryDatabase, test as shared } from "../support/e2e/fixtures";
import { invite, test } from "../support/e2e/isolated-product";
import { waitForMail } from "../support/outbox";
import { demoPassword } from "../support/serve-for-tests.js";

// What is refused is a page of its own, and Chromium reports its status.
test.use({ allowedConsole: [/status of (401|422|429)\b/] });

/** German with script, English without. */
const texts = () =>
  hasScript()
    ? { locale: "de" as const, ...de, settings: deSettings, wait: /Zu viele Versuche\. Bitte warten Sie (\d+) Sekunden\./ }
    : { locale: "en" as const, ...en, settings: enSettings, wait: /Too many attempts\. Please wait (\d+) seconds\./ };

const strong = "Drei Möwen & 41 Weichen";
const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
};

/** Presses, and reads on the page how long to wait, as the answer's header says it too. */
async function expectToWait(page: Page, submit: string, atMost: number) {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, submit);
  const answer = await answered;
  expect(answer.status()).toBe(429);
  const alert = page.getByRole("alert").filter({ hasText: texts().wait });
  await expect(alert).toBeVisible();
  const [, seconds] = texts().wait.exec(await alert.innerText()) ?? [];
  expect(answer.headers()["retry-after"]).toBe(seconds);
  expect(Number(seconds)).toBeLessThanOrEqual(atMost);
}

test("Whoever tries too often is asked to wait, in the form and with what was typed, and not for ever", async ({ page, isolated }) => {
  test.slow();
  const { locale, signUp, passwordReset, invitation, emailConfirmation, settings } = texts();
  const timePasses = () => queryDatabase("update rate_limits set expire = 1");
  const often = async (times: number, call: () => Promise<{ status(): number }>) => {
    for (let time = 0; time < times; time++) expect((await call()).status()).not.toBe(429);
  };
  const address = { "X-Forwarded-For": "192.0.2.7" };
  await page.context().setExtraHTTPHeaders(address);
  await page.context().addCookies([{ name: "currentLocale", value: locale, url: isolated.url }]);
  const post = (path: string, form: Record<string, string>) => page.request.post(path, { form, maxRedirects: 0 });

  const email = `ole.${randomUUID().slice(0, 8)}@demo.example`;
  await test.step("signing up with one address", async () => {
    const typed = { workspace: "demo", email };
    await often(5, () => post("/sign-up", { ...typed, password: "schwach", passwordConfirmation: "schwach" }));
    await openPage(page, "/sign-up");
    await fill(page, { ...typed, password: strong, passwordConfirmation: strong });
    await expectToWait(page, signUp.submit, 900);
    await expect(page.locator("#email")).toHaveValue(email);
    await timePasses();
    await fill(page, { password: strong, passwordConfirmation: strong });
    await press(page, signUp.submit);
    await expect(page).toHaveURL(/\/sign-up\/sent$/);
  });

  await test.step("confirming an address, and an invitation", async () => {
    const confirmPath = new URL((await waitForMail(isolated.outbox, email)).links[0] ?? "").pathname;
    const guess = (path: string) => path.replace(/[^/]+$/, randomUUID());
    await often(100, () => post(guess(confirmPath), {}));
    await page.goto(confirmPath);
    await expectToWait(page, emailConfirmation.submit, 900);
    const guest = "gast@partner.example";
    await invite(isolated.api.url, guest);
    const invitationPath = new URL((await waitForMail(isolated.outbox, guest)).links[0] ?? "").pathname;
    // Somebody guesses from this place: one that was accepted counts no more.
    await often(100, () => post(guess(invitationPath), {}));
    await page.goto(invitationPath);
    await expectToWait(page, invitation.submit, 900);
    await timePasses();
    await press(page, invitation.submit);
    await expect(page.getByRole("status").filter({ hasText: invitation.done })).toBeVisible();
  });

  await test.step("asking for new passwords from one place", async () => {
    const typed = { workspace: "demo", email: "lena@demo.example" };
    await often(50, () => post("/password-reset", { ...typed, email: `${randomUUID()}@demo.example` }));
    await page.goto("/password-reset");
    await fill(page, typed);
    await expectToWait(page, passwordReset.submit, 900);
    await expect(page.locator("#email")).toHaveValue(typed.email);
    await page.context().setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.8" });
    await press(page, passwordReset.submit);
    await expect(page).toHaveURL(/\/sign-in$/);
  });

  await test.step("changing one's address, and guessing one's password", async () => {
    await post("/sign-in", { workspace: "demo", email: "lena@demo.example", password: demoPassword });
    const typed = { email: "lena.neu@demo.example", emailConfirmation: "lena.neu@demo.example" };
    await often(10, () => post("/settings/email", { ...typed, currentPassword: demoPassword }));
    await openPage(page, "/settings/email");
    await fill(page, { ...typed, currentPassword: demoPassword });
    await expectToWait(page, settings.email.submit, 900);
    await expect(page.locator("#email")).toHaveValue(typed.email);
    await timePasses();
    await often(5, () => post("/settings/email", { ...typed, currentPassword: "geraten" }));
    for (const [path, submit, fields] of [
      ["/settings/email", settings.email.submit, { ...typed, currentPassword: demoPassword }],
      ["/settings/password", settings.password.submit, { currentPassword: demoPassword, password: strong, passwordConfirmation: strong }],
      ["/settings/close-account", settings.close.submit, { currentPassword: demoPassword }],
    ] as const) {
      await openPage(page, path);
      await fill(page, fields);
      await expectToWait(page, submit, 60);
    }
    await timePasses();
    await fill(page, { currentPassword: demoPassword });
    await press(page, settings.close.submit);
    await expect(page).toHaveURL(/\/sign-in$/);
  });
});

/** The status of a form that another machine sends. */
function postElsewhere(url: string, form: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    request(url, { method: "POST", localAddress: "127.0.0.2", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    })
      .once("error", reject)
      .end(new URLSearchParams(form).toString());
  });
}

shared(
  "200 wrong sign-ins at once let nobody in, and do not keep Nadia from signing in at her own browser meanwhile @without-js",
  async ({ page, baseURL }) => {
    const { locale, signIn: fields } = texts();
    const email = `nadia.${randomUUID().slice(0, 8)}@demo.example`;
    const password = await newMember(page, email, { locale });
    await page.context().clearCookies({ name: "authToken" });
    await page.goto("/sign-in");
    await fill(page, { workspace: "demo", email, password });

    const guesses = Array.from({ length: 200 }, (_, number) =>
      postElsewhere(`${baseURL}/sign-in`, { workspace: "demo", email, password: `geraten ${number}` }),
    );
    await press(page, fields.submit);
    await expect(page).toHaveURL(/\/stream$/);
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
    expect(statuses, "guesses were judged").toContain(429);
    expect(statuses.filter((status) => status !== 401 && status !== 429 && status !== 503)).toEqual([]);

    await page.context().clearCookies({ name: "authToken" });
    await page.goto("/sign-in");
    await fill(page, { workspace: "demo", email, password });
    await press(page, fields.submit);
    await expect(page).toHaveURL(/\/stream$/);
  },
);
