import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, fileArticle, makeFolder, postForm, signIn, test, uniqueTitle } from "../support/e2e/fixtures";

/** On paper: the content is there, and what can only be pressed is not. */
async function expectPaper(page: Page, path: string, words: string) {
  await test.step(path, async () => {
    await page.goto(path);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByText(words).first()).toBeVisible();
    for (const one of [".nav", ".footer", ".controls", ".add", ".more", ".comment-form", ".skip:focus"])
      await expect(page.locator(`${one} >> visible=true`)).toHaveCount(0);
    // Dark ground costs ink, and printers leave it out: pale text would stand on white.
    expect(await page.evaluate("matchMedia('print').matches && getComputedStyle(document.documentElement).colorScheme")).toBe("light");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });
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
  await postForm(page, `${mailing}/summary`, { when: "now" });
  await expectPaper(page, articlePath, title);
  await expectPaper(page, folderPath, title);
  await expectPaper(page, "/stream?layout=list", title);
  await expectPaper(page, "/de/datenschutz", "Art. 77");
  await expectPaper(page, "/de/barrierefreiheit", "teilweise vereinbar");
  await expectPaper(page, `/newsletter/${mailing.split("/").at(-1)}`, title);
});
