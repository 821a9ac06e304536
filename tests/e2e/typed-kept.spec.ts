import type { Page } from "@playwright/test";
import de from "../../locales/de/kept.json" with { type: "json" };
import deMailings from "../../locales/de/newsletters.json" with { type: "json" };
import deShell from "../../locales/de/shell.json" with { type: "json" };
import en from "../../locales/en/kept.json" with { type: "json" };
import enMailings from "../../locales/en/newsletters.json" with { type: "json" };
import enShell from "../../locales/en/shell.json" with { type: "json" };
import {
  articleCard,
  expect,
  expectAccessible,
  fileArticle,
  fillBody,
  findFolderPath,
  hasScript,
  makeFolder,
  openPage,
  postForm,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";
import { test as isolatedTest } from "../support/e2e/isolated-product";

test.use({ allowedConsole: [/status of 404\b/] });
isolatedTest.use({ allowedConsole: [/status of 503\b/] });

/** German with script, English without. */
const texts = () =>
  hasScript()
    ? { locale: "de" as const, ...de, shell: deShell, mailings: deMailings }
    : { locale: "en" as const, ...en, shell: enShell, mailings: enMailings };

const main = (page: Page) => page.getByRole("main");
const expectKept = async (page: Page, reason: string) => {
  await expect(main(page).getByRole("heading", { level: 1, name: texts().title })).toBeVisible();
  await expect(main(page)).toContainText(`${reason} ${texts().below}`);
  await expectAccessible(page);
};

test("Lena's article is deleted while she writes: comment and changes are on the page, and become an article of their own @phone", async ({
  page,
}) => {
  const { locale, gone, post } = texts();
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
  await expect(main(page).getByRole("textbox", { name: "Text" })).toHaveValue(comment);

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
  const { locale, gone, post, mailings } = texts();
  await signIn(page, "ayse", { locale });
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Lage") });
  const begun = await postForm(page, `${path}/mailings/new`, { step: "title", subject: "Entwurf", introText: "" });
  const draft = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await openPage(page, `${draft}/title`);
  expect((await postForm(page, `${draft}/delete`, {})).status()).toBe(302);
  await page.locator("#subject").fill("Lagebrief");
  await page.getByRole("button", { name: mailings.next.tags }).click();
  await expectKept(page, gone.newsletter);
  await expect(main(page).getByRole("textbox", { name: mailings.fields.subject })).toHaveValue("Lagebrief");
  await page.getByRole("button", { name: post.newsletter }).click();
  await expect(page).toHaveURL(/\/mailings\/[\w-]+\/tags$/);
});

isolatedTest(
  "Lena's comment is on the page while everything is away, and is sent from there @without-js",
  async ({ page, isolated: { proxy } }) => {
    const { locale, shell } = texts();
    await signIn(page, "lena", { locale });
    await findFolderPath(page, "IT-Sicherheit");
    const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Kommentiert") });
    await openPage(page, articlePath);
    await page.locator("#comment").fill("Das Gutachten liegt vor.");
    proxy.break(/./, 503);
    await page
      .locator("form", { has: page.locator("#comment") })
      .getByRole("button")
      .click();
    await expect(main(page)).toContainText(shell.errors.kept);
    const field = main(page).getByRole("textbox", { name: "Text" });
    await expect(field).toHaveValue("Das Gutachten liegt vor.");
    await field.fill("Das Gutachten liegt mir vor.");
    proxy.mend();
    await page.getByRole("button", { name: shell.errors.again }).click();
    await expect(page.getByText("Das Gutachten liegt mir vor.")).toBeVisible();
  },
);
