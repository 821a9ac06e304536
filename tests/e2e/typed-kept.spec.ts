import type { Page } from "@playwright/test";
import { fileArticle, fillBody, makeFolder, postForm } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

test.use({ allowedConsole: [/status of 404\b/] });

const texts = () => ({ ...allTexts().kept, ...allTexts() });

const main = (page: Page) => page.getByRole("main");
const expectKept = async (page: Page, reason: string) => {
  await expect(main(page).getByRole("heading", { level: 1, name: texts().title })).toBeVisible();
  await expect(main(page)).toContainText(`${reason} ${texts().below}`);
  await expectAccessible(page);
};

test("Lena's article is deleted while she writes: comment and changes are on the page, and become an article of their own @phone @journey", async ({
  page,
}) => {
  const { locale, gone, post, articles } = texts();
  await signIn(page, "lena", { locale });
  const folder = "IT-Sicherheit";
  const title = uniqueTitle("Gelöscht");
  const comment = `Dazu habe ich eine Frage.\nWer hat das geprüft? ${title}`;

  const commented = await fileArticle(page, { folder, title });
  await openPage(page, commented.articlePath);
  await page.locator("#comment").fill(comment);
  expect((await postForm(page, `${commented.articlePath}/delete`, {})).status()).toBe(302);
  await page
    .locator("form", { has: page.locator("#comment") })
    .getByRole("button")
    .click();
  await expectKept(page, gone.article);
  await expect(main(page).getByRole("textbox", { name: articles.comment.label })).toHaveValue(comment);

  const edited = await fileArticle(page, { folder, title });
  await openPage(page, `${edited.articlePath}/edit`);
  await fillBody(page, "Ein langer Text, der nicht verloren geht.");
  await page.locator("#title").fill(`${title} neu`);
  await postForm(page, `${edited.articlePath}/delete`, {});
  await page.getByRole("dialog").locator("button[type=submit]").last().click();
  await expectKept(page, gone.article);
  await expect(main(page).getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Ein langer Text, der nicht verloren geht.");
  await page.getByRole("button", { name: post.article }).click();
  await expect(page).toHaveURL(/\/stream$/);
  await expect(articleCard(page, `${title} neu`)).toHaveCount(1);
});

test("Ayşe's draft is deleted while she writes, and goes on as a new one", async ({ page }) => {
  const { locale, gone, post, newsletters } = texts();
  await signIn(page, "ayse", { locale });
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Lage") });
  const begun = await postForm(page, `${path}/mailings/new`, { step: "title", subject: "Entwurf", introText: "" });
  const draft = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await openPage(page, `${draft}/title`);
  expect((await postForm(page, `${draft}/delete`, {})).status()).toBe(302);
  await page.locator("#subject").fill("Lagebrief");
  await page.getByRole("button", { name: newsletters.next.tags }).click();
  await expectKept(page, gone.newsletter);
  await expect(main(page).getByRole("textbox", { name: newsletters.fields.subject })).toHaveValue("Lagebrief");
  await page.getByRole("button", { name: post.newsletter }).click();
  await expect(page).toHaveURL(/\/mailings\/[\w-]+\/tags$/);
});
