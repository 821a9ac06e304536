import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { fileArticle, findFolderPath, makeFolder, postForm } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { overlapping, readTextBoxes } from "../support/read-pdf";

/** On paper, the content is visible and controls are not. */
async function expectPaper(page: Page, path: string, words: string) {
  await test.step(path, async () => {
    await page.goto(path);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByText(words).first()).toBeVisible();
    for (const one of [".nav", ".footer", ".controls", ".add", ".more", ".comment-form", ".skip:focus"])
      await expect(page.locator(`${one} >> visible=true`)).toHaveCount(0);
    // Printers leave out dark backgrounds, so light text would be on white paper.
    expect(await page.evaluate("matchMedia('print').matches && getComputedStyle(document.documentElement).colorScheme")).toBe("light");
    await expectPrint(page);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });
}

/** Prints the page as Chromium does: no text is covered, and no article is split between two sheets. */
async function expectPrint(page: Page) {
  // Otherwise pictures below the window are not loaded and take no space.
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const titles = await page
    .locator(".card, .row, .line, .letter-item")
    .evaluateAll((cards) => cards.map((card) => [card.querySelector(".kicker b")?.textContent, card.querySelector(".tags")?.textContent]));
  for (const margin of ["10mm", "0"]) {
    const boxes = await readTextBoxes(
      await page.pdf({ format: "A4", margin: { top: margin, bottom: margin, left: "10mm", right: "10mm" } }),
    );
    const pages: string[] = [];
    for (const box of boxes) pages[box.page] = (pages[box.page] ?? "") + box.text;
    expect(overlapping(boxes)).toEqual([]);
    for (const press of ["Zum Inhalt springen", "Beitrag hinzufügen", "Aktualisieren"])
      expect(pages.filter((text) => text.includes(press))).toEqual([]);
    const letters = (text: string | null | undefined) => text?.replaceAll(/\s/g, "") ?? "";
    for (const [source, tags] of titles)
      expect(
        pages.some((text) => letters(text).includes(letters(source)) && letters(text).includes(letters(tags))),
        `${source} and ${tags} are on one sheet`,
      ).toBe(true);
  }
}

test("Ayşe prints an article, lists, a page of text and a newsletter: what is read, dark on white, and nothing to press @without-js", async ({
  page,
}) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Auf Papier");
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const title = uniqueTitle("Gedruckt");
  const { articlePath } = await fileArticle(page, { folder, title });
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject: folder, introText: "Liebe Leute", key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await postForm(page, `${mailing}/publish`, { when: "now" });
  await expectPaper(page, articlePath, title);
  await expectPaper(page, folderPath, title);
  await expectPaper(page, "/stream?layout=list", title);
  await expectPaper(page, "/stream?layout=compact", title);
  // Many articles, with pictures.
  await expectPaper(page, "/stream", title);
  await expectPaper(page, await findFolderPath(page, "IT-Sicherheit"), "IT-Sicherheit");
  await expectPaper(page, "/search?term=Bahn&layout=grid", "Der Aufzug ist da");
  await expectPaper(page, "/de/datenschutz", "Art. 77");
  await expectPaper(page, "/de/barrierefreiheit", "teilweise vereinbar");
  await expectPaper(page, `/newsletter/${mailing.split("/").at(-1)}`, title);
});
