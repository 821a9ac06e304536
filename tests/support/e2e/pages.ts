// Helpers for flows on any page.
import type { Locator, Page } from "@playwright/test";
import { cookieNames } from "../../../contract/cookies";
import { runAxe } from "./axe";
import { expect, hasScript, test } from "./fixtures";

/** Matches all but three of elements that repeat: the fourth card has the colours and the structure of the first. */
export const repeated = ["article", "tr", "li", "fieldset > label", "option"]
  .map((first) => {
    const next = first.split(" ").at(-1);
    return `${first} ~ ${next} ~ ${next} ~ ${next}`;
  })
  .join(", ");

/**
 * Checks the page for WCAG 2.2 AA and axe's best practices, or for some rules. Takes seconds: call it once for every screen and state. axe itself needs
 * JavaScript: without it, nothing is checked. Neither is it in journeys: page-kinds.spec.ts checks each kind of page once.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!hasScript() || test.info().project.name === "journeys") return;
  await idle(page);
  // As tall as the page: sticky elements would cover content, and axe cannot scroll.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const height = Math.max(size.height, await page.evaluate<number>("document.documentElement.scrollHeight"));
  await page.setViewportSize({ ...size, height });
  await settled(page);
  const violations = await runAxe(page, { rules, exclude: [repeated] });
  await page.setViewportSize(size);
  expect(violations, `axe on ${page.url()}`).toEqual([]);
}

/** Waits for the end of colour transitions, which axe would measure. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // The message that offers to undo something fades after half a minute, by an animation that runs all the time.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || Number(effect?.getComputedTiming().endTime) > 5000),
  );
}

/** Waits until script handles keyboard and mouse on the page; returns at once if there is no script. */
export async function hydrated(page: Page): Promise<void> {
  if (!hasScript()) return;
  await page.waitForLoadState("domcontentloaded");
  if ((await page.locator("script#texts").count()) === 0) return;
  const isHydrated = () =>
    [document.body, document.body.lastElementChild ?? {}].some((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber")));
  await page.waitForFunction(isHydrated, undefined, { polling: 50 });
  await idle(page);
}

/** Waits until a page is idle: some listeners are added in separate tasks. */
export async function idle(page: Page): Promise<void> {
  if (!hasScript()) return;
  const isLate = await page.evaluate(
    () => new Promise<boolean>((resolve) => requestIdleCallback(({ didTimeout }) => resolve(didTimeout), { timeout: 2000 })),
  );
  // About once in a thousand resized windows, headless Chromium stops drawing until somebody asks for a picture.
  if (isLate) await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

/** Presses a button that is `aria-disabled` because a field is empty: people can press it, but Playwright takes it for disabled. */
export const pressUnready = (button: Locator): Promise<void> => button.click({ force: true });

/**
 * Presses a button of a German form whose required fields with these labels are empty, in the order of the page. With script they are named at the
 * fields, and nothing is sent; without, the server's summary links to them.
 */
export async function expectMissing(form: Locator, button: string | Locator, labels: string[]): Promise<void> {
  const required = "Dies ist ein Pflichtfeld";
  const submit = typeof button === "string" ? form.getByRole("button", { name: button, exact: true }) : button;
  if (!hasScript()) {
    await submit.click();
    await expect(form.getByRole("alert").getByRole("link")).toHaveText(labels.map((label) => `${label}: ${required}`));
    return;
  }
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await pressUnready(submit);
  await expect(form.locator(".field-error")).toHaveText(labels.map(() => required));
  await expect(form.locator(":focus")).toHaveAttribute("aria-invalid", "true");
  await expect(form.locator(":focus")).toHaveAccessibleDescription(new RegExp(`${required}$`));
}

/** Follows a link, and waits until script handles the keyboard on its page. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Deletes the messages about steps that a test has prepared; the next page would show them. */
export const dropNotices = (page: Page) => page.context().clearCookies({ name: cookieNames.flash });

/** The card or row of an article in a list. */
export const articleCard = (page: Page, title: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { level: 2, name: title }) });
