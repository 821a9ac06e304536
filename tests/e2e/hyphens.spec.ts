import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";

// The places where browsers with a hyphenation dictionary break these words; Debian's Chromium has none.
const long = [
  "Bundes|verwaltungs|gerichts|ent|scheidung",
  "Fehmarn|sund|querung",
  "Vegetations|kontrolle",
  "Eisenbahn|verkehrs|unternehmen",
  "Digitali|sierungs|ausschuss",
];
/** Hyphenating these would be worse than a short line. */
const harmless = ["brau|chen", "Inter|view"];

const whole = (word: string | undefined) => word?.replaceAll("|", "") ?? "";

/**
 * Hyphenates like the browser, by the limits of the stylesheet. Returns the words that are broken without a hyphen, and all that are hyphenated.
 * Runs in the page.
 */
function breakWords(dictionary: string[]): { broken: string[]; hyphenated: string[] } {
  const softHyphen = "\u00ad";
  const main = document.querySelector("main, body") as Element;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (texts.nextNode()) nodes.push(texts.currentNode as Text);
  for (const node of nodes) {
    const style = node.parentElement && getComputedStyle(node.parentElement);
    if (style?.hyphens !== "auto") continue;
    const [length = 5, before = 2, after = 2] = style
      .getPropertyValue("hyphenate-limit-chars")
      .split(" ")
      .map((limit) => Number(limit) || undefined);
    for (const entry of dictionary) {
      const word = entry.replaceAll("|", "");
      if (word.length < length) continue;
      let position = 0;
      const parts = entry.split("|").map((part) => {
        position += part.length;
        return position >= before && word.length - position >= after ? part + softHyphen : part;
      });
      node.data = node.data.replaceAll(word, parts.join(""));
    }
  }
  const broken: string[] = [];
  const hyphenated: string[] = [];
  const range = document.createRange();
  for (const node of nodes) {
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest(".vh, select, script, style, svg")) continue;
    for (const { 0: word, index } of node.data.matchAll(/\S{3,}/g)) {
      let middle: number | undefined;
      let last = "";
      for (let at = index; at < index + word.length; at++) {
        const letter = node.data[at] ?? "";
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        // The first letter of a line also has a box at the end of the line before.
        const box = [...range.getClientRects()].at(-1);
        if (box && box.width > 0 && letter !== softHyphen) {
          const name = `${word.replaceAll(softHyphen, "")} (${node.parentElement.closest("[class]")?.className})`;
          if (middle !== undefined && box.top > middle) {
            if (last === softHyphen) hyphenated.push(name);
            else if (!/[-–/.@_:?&=…]/.test(last)) broken.push(name);
          }
          middle = (box.top + box.bottom) / 2;
        }
        last = letter;
      }
    }
  }
  return { broken, hyphenated };
}

async function expectHyphens(page: Page, path: string, wanted = true) {
  for (const width of [320, 390, 1280])
    await test.step(`${path} at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const { broken, hyphenated } = await page.evaluate(breakWords, [...long, ...harmless]);
      // The dictionary lacks the words of other flows.
      expect(broken.filter((one) => [...long, ...harmless].some((word) => one.startsWith(whole(word))))).toEqual([]);
      for (const word of harmless) expect(hyphenated.filter((one) => one.startsWith(whole(word)))).toEqual([]);
      if (width === 320 && wanted) expect(hyphenated).not.toEqual([]);
    });
}

test("Ayşe reads headlines, leads and tags on a phone, and no word is broken without a hyphen @without-js", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle(whole(long[4]));
  const folderPath = await makeFolder(page, {
    team: "Digitalisierung & IT",
    name: folder,
    description: `Was wir ${harmless.map(whole).join(" ")} ${long.map(whole).join(" ")}`,
  });
  const title = uniqueTitle(`Zur ${whole(long[0])}: wir brauchen das Interview, ${whole(long[2])} und ${whole(long[1])}`);
  const body = `# ${long.map(whole).join(", ")}\n\n${long.map((word) => `Wir brauchen ${whole(word)}.`).join(" ")}`;
  const newTags = `${whole(long[3])}, ${whole(long[1])} am ${whole(long[4])}`;
  const { articlePath } = await fileArticle(page, { folder, title, body, newTags });
  const atSource = { sourceUrl: "https://zeitung.example/weiche", external: "on" };
  await fileArticle(page, { folder, title: uniqueTitle(whole(long[0])), body, newTags, ...atSource });
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject: title, introText: body, key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  const lists = [folderPath, `${folderPath}?layout=list`, "/folda", "/stream", `/search?term=${whole(long[1])}`];
  for (const path of [articlePath, ...lists, `${mailing}/tags`, `${mailing}/mail`]) await expectHyphens(page, path);
  for (const path of [`${articlePath}/share`, `${folderPath}/delete`, `/newsletter/${mailing.split("/").at(-1)}`])
    await expectHyphens(page, path, false);
});
