import { chooseOption, expectFolder, fileArticle, findFolderPath } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, expectMissing, openPage } from "../support/e2e/pages";

test("Henrike sorts her inbox: an article moves into a folder with its comments, from the list and from its page @journey", async ({
  page,
}) => {
  await signIn(page, "henrike");
  const inbox = await findFolderPath(page, "Eingang");
  const [first, second, last] = [uniqueTitle("Erst ablegen"), uniqueTitle("Dann sortieren"), uniqueTitle("Danach")];
  const after = await fileArticle(page, { folder: "Eingang", title: last });
  const { articlePath } = await fileArticle(page, { folder: "Eingang", title: first });
  const other = await fileArticle(page, { folder: "Eingang", title: second });
  await openPage(page, `${inbox}?layout=list`);
  await expectAccessible(page);
  await openPage(page, `${inbox}?layout=grid`);
  await expectAccessible(page);
  await articleCard(page, first)
    .getByRole("link", { name: `Verschieben : ${first}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "In andere Folda verschieben" });
  await expect(dialog).toContainText(first);
  await expectAccessible(page);
  await expectMissing(dialog, "Beitrag verschieben", ["Ziel"]);
  await expect(dialog.locator(`option[value="${inbox.split("/").at(-1)}"]`)).toHaveCount(0);
  await chooseOption(dialog, "Presseschau", "Ziel");
  await dialog.getByRole("button", { name: "Beitrag verschieben" }).click();
  const moved = page.getByRole("status").filter({ hasText: "Der Beitrag liegt jetzt in „Presseschau“." });
  await expect(moved).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${inbox}\\?layout=grid$`));
  await expect(articleCard(page, first)).toHaveCount(0);
  await expect(articleCard(page, second)).toBeVisible();
  await expect(moved.getByRole("link")).toHaveAttribute("href", articlePath);

  await openPage(page, other.articlePath);
  await page.getByRole("main").getByRole("link", { name: "Verschieben", exact: true }).first().click();
  await chooseOption(dialog, "Presseschau", "Ziel");
  await dialog.getByRole("button", { name: "Beitrag verschieben" }).click();
  // The next one to file follows.
  await expect(page).toHaveURL(new RegExp(`${after.articlePath}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(last);
  await expect(moved.getByRole("link")).toHaveAttribute("href", other.articlePath);
  await openPage(page, other.articlePath);
  await expect(page.getByRole("navigation", { name: "Pfad" })).toContainText("Presseschau");

  // Moved or deleted by somebody else in the meantime.
  await page.request.post(`${other.articlePath}/delete`, { maxRedirects: 0 });
  const late = await page.request.post(`${other.articlePath}/move`, { form: { folderId: inbox.split("/").at(-1) ?? "" }, maxRedirects: 0 });
  expect(late.status()).toBe(404);
});

test("Sabine's overlay is rendered open by the server, covers the page, and closes by a click beside it @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const path = await findFolderPath(page, "Presseschau");
  const answer = await page.goto(`${path}/contents/new?mode=manual`);
  const html = (await answer?.text()) ?? "";
  expect(html).toMatch(/<div class="page" inert/);
  expect(html).toMatch(/<dialog[^>]* open/);
  await expect(page).toHaveTitle("Beitrag hinzufügen – Folda");
  await expect(page.getByRole("dialog", { name: "Beitrag hinzufügen" })).toBeVisible();
  await expectFolder(page, "Presseschau");
  await expect(page.locator("[inert]").getByRole("main")).toHaveCount(1);
  await expect(page.locator("html")).toHaveCSS("overflow-y", /hidden|clip/);
  await page.getByRole("dialog").getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator("[inert]")).toHaveCount(0);

  await page.goto(`${path}/contents/new`);
  await page.mouse.click(5, 5);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("Sabine walks through an overlay with the keyboard, and comes back where she was @with-js", async ({ page }) => {
  await signIn(page, "sabine");
  const path = await findFolderPath(page, "Presseschau");
  await openPage(page, path);
  const opener = page.getByRole("link", { name: "Beitrag hinzufügen" });
  const dialog = page.getByRole("dialog", { name: "Beitrag hinzufügen" });

  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Adresse des Artikels")).toBeFocused();
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  const scrollTop = await page.evaluate("scrollY");
  await page.mouse.wheel(0, 400);
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))")).toBe(true);
  }
  expect(await page.evaluate("scrollY")).toBe(scrollTop);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(opener).toBeFocused();
});
