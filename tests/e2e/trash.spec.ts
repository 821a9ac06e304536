import type { Page } from "@playwright/test";
import { fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

const team = "Digitalisierung & IT";
const undo = (page: Page) => page.getByRole("button", { name: "Rückgängig" });
const done = (page: Page) => page.getByRole("status").filter({ hasText: "Wiederhergestellt." });
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("Ayşe undoes the deletion of an article and of a folder @phone @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const [name, title] = [uniqueTitle("Zurück"), uniqueTitle("Doch nicht")];
  const folder = await makeFolder(page, { team, name });
  const { articlePath } = await fileArticle(page, { folder: name, title });
  await openPage(page, `${articlePath}/delete`);
  await page.getByRole("button", { name: "Beitrag löschen" }).click();
  await undo(page).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}$`));
  await expect(done(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();

  await openPage(page, `${folder}/delete`);
  await page.getByRole("button", { name: "Folda löschen" }).click();
  await undo(page).click();
  await expect(page).toHaveURL(new RegExp(`${folder}$`));
  await expect(articleCard(page, title)).toBeVisible();
});

test("Ayşe undoes the deletion of a comment, and restores it from the trash after its article", async ({ page }) => {
  await signIn(page, "ayse");
  const [title, text] = [uniqueTitle("Besprochen"), uniqueTitle("Das sehe ich anders")];
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title });
  await openPage(page, articlePath);
  await page.getByLabel("Ihr Kommentar", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Kommentar senden" }).click();
  const comment = page.locator(".comment").filter({ hasText: text });
  await expect(comment).toBeVisible();
  const id = await comment.getAttribute("id");
  const remove = async () => {
    await comment.getByRole("link", { name: "Ihren Kommentar löschen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Kommentar löschen" }).click();
    await expect(comment).toHaveCount(0);
  };
  await remove();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}#${id}$`));
  await expect(page.getByRole("status").filter({ hasText: "Wiederhergestellt." })).toBeVisible();
  await expect(comment).toHaveAttribute("id", id ?? "");

  await openPage(page, articlePath);
  await remove();
  await page.request.post(`${articlePath}/delete`, { maxRedirects: 0 });
  await openPage(page, "/trash");
  for (const part of ["Kommentar", `„${title}“ (gelöscht)`, "IT-Sicherheit"]) await expect(row(page, text)).toContainText(part);
  await page.getByRole("button", { name: `Wiederherstellen ${text}` }).click();
  await expect(page.getByText("stellen Sie zuerst den Beitrag wieder her")).toBeVisible();
  await page.getByRole("button", { name: `Wiederherstellen ${title}` }).click();
  await expect(row(page, text).getByRole("link", { name: title })).toBeVisible();
  await page.getByRole("button", { name: `Wiederherstellen ${text}` }).click();
  await expect(row(page, text)).toHaveCount(0);
  await openPage(page, articlePath);
  await expect(comment).toHaveAttribute("id", id ?? "");
});

test("Anna deletes permanently, after a confirmation", async ({ page }) => {
  await signIn(page, "anna");
  const title = uniqueTitle("Endgültig");
  const { articlePath } = await fileArticle(page, { folder: "Presseschau", title });
  await openPage(page, `${articlePath}/delete`);
  await page.getByRole("button", { name: "Beitrag löschen" }).click();
  await expect(undo(page)).toBeVisible();
  await openPage(page, "/trash");
  await expectAccessible(page);
  await row(page, title)
    .getByRole("link", { name: `„${title}“ endgültig löschen` })
    .click();
  const confirmation = page.getByRole("alertdialog", { name: "Endgültig löschen" });
  await expect(confirmation).toContainText(`„${title}“ wird mit allem, was dazugehört, unwiderruflich gelöscht.`);
  await confirmation.getByRole("button", { name: "Endgültig löschen" }).click();
  await expect(page.getByText("Endgültig gelöscht.")).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
});
