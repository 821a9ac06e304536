import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { themeVariables } from "../../../contract/theme";
import { axeTags, expect, hydrated, settled, speak, test } from "./fixtures";
import { findLostInForcedColors } from "./forced-colors";

// The accessibility checks of every page, in as few runs of axe as possible: rules that depend on the language, the colour scheme or the theme are
// run for each, all others once.

const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/**
 * Illegible themes: no contrast, in white and in black, and a garish one. Each page gets one of them in turn, since they change variables that many
 * pages share.
 */
const hostileThemes = (["ffffff light", "000000 dark", "ffe600 dark"] as const).map((one) => {
  const [color = "", scheme] = one.split(" ") as [string, "light" | "dark"];
  return { theme: `/theme/${color.repeat(themeVariables.length)}.css`, scheme };
});

/** Fonts of our own, so that the checks do not depend on those of the machine. */
const fontSources = Object.fromEntries(
  (["Regular", "Bold"] as const).map((weight) => [
    weight,
    readFileSync(`node_modules/pdfjs-dist/standard_fonts/LiberationSans-${weight}.ttf`, "base64"),
  ]),
);

/** Loads axe and the fonts into every page of a test. */
export const prepareChecks = (page: Page) =>
  page.context().addInitScript({ content: `${axeSource}; window.fontSources = ${JSON.stringify(fontSources)}` });

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; help: string; nodes: { target: string[] }[] }[] }>;
}

interface Run {
  /** Only the contrast of texts, or everything but it; unset, everything. */
  contrast?: "only" | "not";
  /** A stylesheet of colours instead of the workspace's. */
  theme?: string;
}

/** Violations found by axe, one per line. */
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
          // Otherwise it would measure a colour in transition.
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

/** Removes the page behind a dialog, which is inert and has its own check; drawing it and walking through it would take axe's time. */
const dropBehind = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector("dialog[open], [role=alertdialog]");
    for (let inner: Element | null = dialog; inner && inner !== document.body; inner = inner.parentElement)
      for (const other of [...(inner.parentElement?.children ?? [])])
        if (other !== inner && !/^(SCRIPT|STYLE|LINK)$/.test(other.tagName)) other.remove();
  });

/** Removes all but three of repeated elements: the fourth card has the colours and the structure of the first. */
const dropRepeated = (page: Page) =>
  page.evaluate(() => {
    for (const kind of ["article", "tr", "li", "fieldset label", "option"]) {
      const last = kind.split(" ").at(-1);
      for (const one of document.querySelectorAll(`${kind} ~ ${last} ~ ${last} ~ ${last}`)) one.remove();
    }
  });

/** Overflows: the page or a dialog scrolls sideways, bars take more than half of a low window, or a text is cut off. */
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

/** How wide letters are, compared with Arial's: as those of Arial Narrow, and of DejaVu Sans and Verdana. */
const fontWidths = { narrow: "82%", wide: "120%" };

/** The text spacing of WCAG 1.4.12. */
const spacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** Draws the page with letters of this width, in a constructed stylesheet, because the page's policy permits no other; with null, as it was. */
const setText = (page: Page, width: keyof typeof fontWidths | null, { spaced = false } = {}) =>
  page.evaluate(
    async ({ sizeAdjust, rules }) => {
      if (!sizeAdjust) {
        document.adoptedStyleSheets = [];
        return;
      }
      const family = `Test ${sizeAdjust}`;
      const { fontSources } = window as unknown as { fontSources: Record<string, string> };
      for (const [name, weight] of [
        ["Regular", "1 500"],
        ["Bold", "501 1000"],
      ] as const) {
        const bytes = Uint8Array.from(atob(fontSources[name] ?? ""), (letter) => letter.charCodeAt(0));
        document.fonts.add(await new FontFace(family, bytes, { weight, sizeAdjust } as FontFaceDescriptors).load());
      }
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:not(code) { font-family: "${family}" !important } ${rules}`);
      document.adoptedStyleSheets = [sheet];
    },
    { sizeAdjust: width && fontWidths[width], rules: spaced ? spacing : "" },
  );

async function expectFit(page: Page, { spaced = true } = {}): Promise<void> {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await setText(page, "narrow");
  // Chromium updates viewport units only with the next frame.
  await expect.poll(() => findMisfits(page), `${page.url()} at 400 % with narrow letters`).toEqual([]);
  await setText(page, "wide", { spaced });
  await expect.poll(() => findMisfits(page), `${page.url()} at 400 % with wide letters`).toEqual([]);
  await setText(page, null);
}

/** Makes the window as tall as the page: sticky elements would cover content, and axe cannot scroll. */
async function showAll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  const height = Math.max(720, await page.evaluate<number>("document.documentElement.scrollHeight"));
  await page.setViewportSize({ width: 1280, height });
}

/** Checks the page in German: light, dark, in forced colours, with a hostile theme, wide, at 400 %, and with text spacing. */
async function expectAccessible(page: Page, locale: string, hostile: (typeof hostileThemes)[number] | undefined): Promise<void> {
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

/** Runs all checks on each of these pages, and those that depend on texts in English, too. */
export async function expectAccessiblePages(
  page: Page,
  paths: readonly (string | readonly [path: string, locale: string])[],
): Promise<void> {
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    // A flash message of the preparation would be shown on the first page.
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
      await expectAccessible(page, fixed ?? "de", hostile);
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
