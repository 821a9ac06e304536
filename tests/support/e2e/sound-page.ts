import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { themeVariables } from "../../../contract/theme";
import { axeTags, expect, hydrated, settled, speak, test } from "./fixtures";
import { findLostInForcedColors } from "./forced-colors";

// The check of the whole product: what every page is held against, in as few runs of axe as say the same. What of it depends on the
// language, the scheme or the theme is asked in each; everything else once.

const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/**
 * Themes that nobody should save, and somebody does: no contrast anywhere, in white and in black, and a cry. Each page has one of them, in turn:
 * they change the variables that all pages are painted with, and what is painted is on many pages.
 */
const hostileThemes = (["ffffff light", "000000 dark", "ffe600 dark"] as const).map((one) => {
  const [color = "", scheme] = one.split(" ") as [string, "light" | "dark"];
  return { theme: `/theme/${color.repeat(themeVariables.length)}.css`, scheme };
});

/** Has axe at hand on every page of a test. */
export const prepareChecks = (page: Page) => page.context().addInitScript({ content: axeSource });

/** What is used of it here. */
interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; help: string; nodes: { target: string[] }[] }[] }>;
}

interface Run {
  /** Only the contrast of texts, or everything but it; unset, everything. */
  contrast?: "only" | "not";
  /** A stylesheet of colours in place of the workspace's. */
  theme?: string;
}

/** What is wrong by axe, a line each. */
async function violations(page: Page, runs: Run[]): Promise<string[]> {
  await settled(page);
  return page.evaluate(
    async ({ runs, tags }) => {
      const { axe: checker } = window as unknown as { axe: Axe };
      const context = document.querySelector("dialog[open], [role=alertdialog]") ?? document;
      const found: string[] = [];
      for (const { contrast, theme } of runs) {
        const link = document.createElement("link");
        if (theme) {
          const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
          document.head.append(Object.assign(link, { rel: "stylesheet", href: theme }));
          await loaded;
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          // Else it would measure a colour on its way to another.
          for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
        }
        const rules = contrast === "not" ? { "color-contrast": { enabled: false } } : {};
        const runOnly = contrast === "only" ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: tags };
        const { violations } = await checker.run(
          { include: [context], exclude: [["iframe[sandbox]"]] },
          { runOnly, rules, resultTypes: ["violations"], preload: false },
        );
        link.remove();
        for (const { id, help, nodes } of violations)
          for (const { target } of nodes) found.push(`${theme ?? ""} ${id}: ${help} (${target.join(" ")})`.trim());
      }
      return found;
    },
    { runs, tags: axeTags },
  );
}

/**
 * Takes away what stands behind a dialog: it is inert, and a page of its own in this check. Every look at the dialog would draw it too,
 * and axe walks through it.
 */
const dropBehind = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector("dialog[open], [role=alertdialog]");
    for (let inner: Element | null = dialog; inner && inner !== document.body; inner = inner.parentElement)
      for (const other of [...(inner.parentElement?.children ?? [])])
        if (other !== inner && !/^(SCRIPT|STYLE|LINK)$/.test(other.tagName)) other.remove();
  });

/** Takes away what repeats itself beyond three of a kind: the fourth card has the colours and the structure of the first. */
const dropRepeated = (page: Page) =>
  page.evaluate(() => {
    for (const kind of ["article", "tr", "li", "fieldset label", "option"]) {
      const last = kind.split(" ").at(-1);
      for (const one of document.querySelectorAll(`${kind} ~ ${last} ~ ${last} ~ ${last}`)) one.remove();
    }
  });

/** What does not fit: the page or a dialog scrolls sideways, bars take more than half of a low window, or a text is cut off. */
const findMisfits = (page: Page) =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll("dialog")];
    const wide = frames
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((frame) => {
        const widest = [...frame.querySelectorAll("*")].filter(
          (element) => Math.ceil(element.getBoundingClientRect().right) >= frame.scrollWidth,
        );
        return `${frame.tagName} of ${frame.scrollWidth} px: ${widest.map(({ outerHTML }) => outerHTML.slice(0, 80)).join(" ")}`;
      });
    const cut = [...document.querySelectorAll<HTMLElement>("a, button, label, legend, h1, h2, h3, th, td, dt, dd, p, li, summary")]
      .filter((element) => {
        const { overflowY, webkitLineClamp, clipPath } = getComputedStyle(element);
        const isMeant = webkitLineClamp !== "none" || clipPath !== "none" || /hidden|clip/.test(overflowY) === false;
        return !isMeant && element.scrollHeight > element.clientHeight + 2;
      })
      .map(({ outerHTML }) => `cut off: ${outerHTML.slice(0, 80)}`);
    const isStuck = (element: Element | null): boolean =>
      element !== null &&
      !element.closest("dialog, [role=dialog], [role=alertdialog]") &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || isStuck(element.parentElement));
    const rows = Array.from({ length: 16 }, (_, row) => (innerHeight * (row + 0.5)) / 16);
    const covered = rows.filter((y) => isStuck(document.elementFromPoint(innerWidth / 2, y))).length;
    return [...wide, ...cut, ...(covered > 8 ? [`${covered} of 16 rows are covered by what sticks there`] : [])];
  });

/** Lines, letters and words as far apart as WCAG 1.4.12 has it; a sheet made by script, because the page's policy takes no other. */
const spaceText = (page: Page, isSpaced: boolean) =>
  page.evaluate((spaced) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
    );
    document.adoptedStyleSheets = spaced ? [sheet] : [];
  }, isSpaced);

async function expectFit(page: Page, { spaced = true } = {}): Promise<void> {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  // Chromium gives viewport units their new length only with the next frame.
  await expect.poll(() => findMisfits(page), `${page.url()} at 400 %`).toEqual([]);
  if (!spaced) return;
  await spaceText(page, true);
  await expect.poll(() => findMisfits(page), `${page.url()} at 400 % with wide text`).toEqual([]);
  await spaceText(page, false);
}

/** As tall as the page: what sticks to an edge of the window covers only what can be scrolled away from it, and axe cannot scroll. */
async function showAll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  const height = Math.max(720, await page.evaluate<number>("document.documentElement.scrollHeight"));
  await page.setViewportSize({ width: 1280, height });
}

/** What holds for every page, in German: in light, dark, forced colours and with a hostile theme, wide, at 400 %, and with wide text. */
async function expectSound(page: Page, locale: string, hostile: (typeof hostileThemes)[number] | undefined): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("main")).toHaveCount(1);
  expect(await page.title(), page.url()).toMatch(/ – Folda$/);
  await expectFit(page);
  await dropBehind(page);
  await showAll(page);
  const inLight = await violations(page, [{}]);
  await dropRepeated(page);
  await showAll(page);
  const themedIn = (scheme: "light" | "dark"): Run[] => (hostile?.scheme === scheme ? [{ contrast: "only", theme: hostile.theme }] : []);
  inLight.push(...(await violations(page, themedIn("light"))));
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await violations(page, [{ contrast: "only" }, ...themedIn("dark")]);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await settled(page);
  const lost = await page.evaluate(findLostInForcedColors);
  await page.emulateMedia({ forcedColors: "none" });
  const all = [...inLight, ...inDark.map((line) => `in the dark: ${line}`), ...lost.map((line) => `in forced colours: ${line}`)];
  expect(all, page.url()).toEqual([]);
}

/** Holds each of these pages against everything, and against what depends on its words in English too. */
export async function expectSoundPages(page: Page, paths: readonly (string | readonly [path: string, locale: string])[]): Promise<void> {
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    // What prepared the stage has something to say, over the first page that is opened.
    await page.context().clearCookies({ name: "notices" });
    await page.goto(path);
    await hydrated(page);
  };
  for (const [index, one] of paths.entries()) {
    const hostile = hostileThemes[(index + paths.length) % hostileThemes.length];
    const [path, fixed] = typeof one === "string" ? [one] : one;
    await test.step(path, async () => {
      if (!fixed) await speak(page, "de");
      await open(path);
      await expectSound(page, fixed ?? "de", hostile);
      if (fixed) return;
      await speak(page, "en");
      await open(path);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expectFit(page, { spaced: false });
      await dropBehind(page);
      await dropRepeated(page);
      await showAll(page);
      expect(await violations(page, [{ contrast: "not" }]), `axe on ${page.url()} in English`).toEqual([]);
    });
  }
}
