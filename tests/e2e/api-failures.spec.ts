import { chooseFolder, fileArticle, fillBody } from "../support/e2e/articles";
import { expect, readMail, signIn, uniqueTitle } from "../support/e2e/fixtures";
import { invite, test } from "../support/e2e/isolated-product";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";
import { allTexts } from "../support/e2e/texts";

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (500|502|503)\b/] });

const anything = /./;

test("Clara signs out while the API fails, and reads that her session goes on there, and how it ends", async ({ page, isolated }) => {
  const { locale, shell, auth } = allTexts();
  await signIn(page, "clara", { locale });
  await openPage(page, "/folda");
  isolated.proxy.break(/^DELETE \/auth/, 503);
  await page.getByText("Clara Voss").first().click();
  await page.getByRole("button", { name: shell.signOut }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByRole("alert").filter({ hasText: shell.flash.signedOutHere })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
  await expectAccessible(page);
  isolated.proxy.mend();

  await test.step("an invitation that may have been confirmed shows no error", async () => {
    const { invitation } = auth;
    const guest = "gast@partner.example";
    await invite(isolated.api.url, guest);
    const [link = ""] = (await readMail(guest)).links;
    const confirm = page.getByRole("button", { name: invitation.submit });
    for (const breakdown of [500, "cut"] as const) {
      isolated.proxy.break(anything, breakdown);
      await page.goto(link);
      await confirm.click();
      await expect(page.getByRole("main").getByRole("status")).toHaveText(invitation.unknown);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    isolated.proxy.mend();
    await confirm.click();
    await expect(page.getByRole("status").filter({ hasText: invitation.done })).toBeVisible();
  });
});

test("Florian's article and question stand there as before when the API fails, and are answered when it is back @with-js", async ({
  page,
  isolated: { proxy },
}) => {
  const { articles, shell } = allTexts();
  const failed = "Etwas ist schief gelaufen. Bitte versuchen Sie es später erneut oder kontaktieren Sie uns.";
  const refusal = page.getByRole("alert").filter({ hasText: failed });
  const button = (name: string) => page.getByRole("button", { name, exact: true }).last();
  await signIn(page, "florian");
  const title = uniqueTitle("Speicher für Bahnstrom");

  await test.step("the article, while only saving fails, and while all of it is away", async () => {
    await openPage(page, "/stream/contents/new?mode=manual");
    await page.locator("#title").fill(title);
    await fillBody(page, "Ein Absatz.");
    await chooseFolder(page, "Energie & Klima");
    await page.locator("#newTags").fill("Bahnstrom");
    for (const breakdown of [500, "cut"] as const) {
      proxy.break(/^POST/, breakdown);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await button(articles.save).click();
      await answered;
      await expect(refusal).toBeVisible();
      await expect(page.locator("#title")).toHaveValue(title);
      await expect(page.getByRole("checkbox", { name: "Bahnstrom", exact: true })).toBeChecked();
    }
    proxy.break(anything, 503);
    await button(articles.save).click();
    await expect(page.locator("[aria-busy]")).toHaveCount(0);
    await expectAccessible(page);
    proxy.mend();
    await button(articles.save).click();
    await expect(page).toHaveURL(/\/stream$/);
    await expect(articleCard(page, title)).toHaveCount(1);
  });

  await test.step("the question before an article is deleted", async () => {
    const { articlePath } = await fileArticle(page, { folder: "Energie & Klima", title: uniqueTitle("Fahrleitung") });
    await openPage(page, `${articlePath}/delete`);
    proxy.break(/^DELETE/, 503);
    await button(articles.delete.confirm).click();
    await expect(refusal).toBeVisible();
    proxy.mend();
    await button(articles.delete.confirm).click();
    await expect(page.getByRole("status").filter({ hasText: shell.flash.articleDeleted })).toBeVisible();
  });
});
