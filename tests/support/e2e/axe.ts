import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Loaded for each check, unless `addInitScript` has loaded it into every page of a test. */
export const axeSource = axe.source;

/** The rules for every page. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Run {
  /** Default: WCAG 2.2 AA and axe's best practices. */
  rules?: string[];
  /** Selectors of what is not checked. */
  exclude?: string[];
}

/**
 * Violations on the page, or in its dialog, behind which it is inert; one per line. Without frames of newsletters, which run no script. Runs axe in the
 * page itself: its own adapter opens another page for each run, which only frames of other sites need.
 */
export async function runAxe(page: Page, { rules, exclude = [] }: Run = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ rules, exclude }) => {
      const checker = (window as unknown as { axe: typeof axe }).axe;
      const dialogs = [...document.querySelectorAll("dialog[open], [role=alertdialog]")];
      const context = { include: dialogs.length > 0 ? dialogs : [document.documentElement], exclude };
      // No results of passed rules: that halves the time.
      const { violations } = await checker.run(context, { runOnly: rules, resultTypes: ["violations"], preload: false });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
    },
    { rules: rules ?? tags, exclude: ["iframe[sandbox]", ...exclude] },
  );
}
