import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { themeVariables } from "../../../contract/theme";
import { axeSource, runAxe } from "./axe";
import { expect, speak, test } from "./fixtures";
import { findLostInForcedColors } from "./forced-colors";
import { dropNotices, hydrated, repeated, settled } from "./pages";

// The accessibility checks of every page, in as few runs of axe as possible: rules that depend on the language, the colour scheme or the theme are
// run for each, all others once.

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

/** Adds a stylesheet of colours, on top of the workspace's; resolves with the function that removes it. */
async function setTheme(page: Page, theme: string): Promise<() => Promise<void>> {
  const link = await page.evaluateHandle(async (href) => {
    const link = document.createElement("link");
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
    document.head.append(Object.assign(link, { rel: "stylesheet", href }));
    await loaded;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // Otherwise axe would measure a colour in transition.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    return link;
  }, theme);
  return () => link.evaluate((link) => link.remove());
}

/** Whether texts can be read in a color scheme, in the workspace's colours and, if it is of that scheme, in a hostile theme. */
async function contrastViolations(page: Page, scheme: "light" | "dark", hostile: (typeof hostileThemes)[number] | undefined) {
  const contrast = { rules: ["color-contrast"] };
  await page.emulateMedia({ colorScheme: scheme });
  await settled(page);
  // `runAxe` with all rules has checked it in the light.
  const own = scheme === "dark" ? await runAxe(page, contrast) : [];
  if (hostile?.scheme !== scheme) return own;
  const removeTheme = await setTheme(page, hostile.theme);
  const themed = await runAxe(page, contrast);
  await removeTheme();
  return [...own, ...themed.map((line) => `${hostile.theme} ${line}`)];
}

/** Removes the page behind a dialog, which is inert and has its own check; drawing it and walking through it would take axe's time. */
const dropBehind = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector("dialog[open], [role=alertdialog]");
    for (let inner: Element | null = dialog; inner && inner !== document.body; inner = inner.parentElement)
      for (const other of [...(inner.parentElement?.children ?? [])])
        if (other !== inner && !/^(SCRIPT|STYLE|LINK)$/.test(other.tagName)) other.remove();
  });

/** Removes what repeats, so that the page is shorter and axe has less to do. */
const dropRepeated = (page: Page) =>
  page.evaluate((selector) => {
    for (const one of document.querySelectorAll(selector)) one.remove();
  }, repeated);

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

/**
 * Draws the page with letters of this width, wide ones spaced as well, in a constructed stylesheet, because the page's policy permits no other; with
 * null, as it was.
 */
const setText = (page: Page, width: keyof typeof fontWidths | null) =>
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
    { sizeAdjust: width && fontWidths[width], rules: width === "wide" ? spacing : "" },
  );

async function expectFit(page: Page, widths: (keyof typeof fontWidths)[] = ["narrow", "wide"]): Promise<void> {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const width of widths) {
    await setText(page, width);
    // Chromium updates viewport units only with the next frame.
    await expect.poll(() => findMisfits(page), `${page.url()} at 400 % with ${width} letters`).toEqual([]);
  }
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
  await settled(page);
  const inLight = await runAxe(page);
  await dropRepeated(page);
  await showAll(page);
  inLight.push(...(await contrastViolations(page, "light", hostile)));
  const inDark = await contrastViolations(page, "dark", hostile);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await settled(page);
  const lost = await page.evaluate(findLostInForcedColors);
  await page.emulateMedia({ forcedColors: "none" });
  const all = [...inLight, ...inDark.map((line) => `in the dark: ${line}`), ...lost.map((line) => `in forced colours: ${line}`)];
  expect(all, page.url()).toEqual([]);
}

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await dropNotices(page);
  await page.goto(path);
  await hydrated(page);
}

/** The checks of journeys: axe in a wide window, and nothing overflows at 320 px. */
export async function expectAccessibleKinds(page: Page, paths: readonly string[]): Promise<void> {
  await prepareChecks(page);
  for (const path of paths)
    await test.step(path, async () => {
      await open(page, path);
      await dropBehind(page);
      await dropRepeated(page);
      await expectFit(page, ["wide"]);
      await showAll(page);
      await settled(page);
      expect(await runAxe(page), page.url()).toEqual([]);
    });
}

/** Runs all checks on each page: in the given language, by default in German, whose words are longer. */
export async function expectAccessiblePages(
  page: Page,
  paths: readonly (string | readonly [path: string, locale: string])[],
): Promise<void> {
  for (const [index, one] of paths.entries()) {
    const hostile = hostileThemes[(index + paths.length) % hostileThemes.length];
    const [path, fixed] = typeof one === "string" ? [one] : one;
    await test.step(path, async () => {
      if (!fixed) await speak(page, "de");
      await open(page, path);
      await expectAccessible(page, fixed ?? "de", hostile);
    });
  }
}
