import { readFile } from "node:fs/promises";
import { chooseOption, findFolderPath } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

test("Henrike imports the bookmarks of her browser, and the page says by itself when all are filed @with-js", async ({ page }) => {
  await signIn(page, "henrike");
  const folderPath = await findFolderPath(page, "Presseschau");
  await openPage(page, `/folda/import?folder=${folderPath.split("/").at(-1)}`);
  // No other flow files these addresses.
  const word = uniqueTitle("Merkliste").replace(" ", "-").toLowerCase();
  const html = (await readFile("tests/support/bookmarks/chrome.html", "utf8")).replaceAll(/(https:\/\/[^"/]+)\//g, `$1/${word}/`);
  const file = { name: `${word}.html`, mimeType: "text/html", buffer: Buffer.from(html) };
  await page.getByLabel("Datei", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Datei lesen" }).click();
  await expect(page.getByText("4 Lesezeichen", { exact: true })).toBeVisible();
  await expect(page.getByText("2 Einträge", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: "Merkzettel" })).toContainText("Keine Adresse einer Webseite");
  await expectAccessible(page);
  await chooseOption(page, "Nicht importieren", /^Ohne Ordner/);
  await page.getByLabel("Tag für Lesezeichen ohne Tag").fill(word);
  await page.getByRole("button", { name: "Importieren", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import abgeschlossen" })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole("status").filter({ hasText: "abgelegt" })).toHaveText(
    "3 Beiträge abgelegt, 1 auf Ihren Wunsch ausgelassen, 2 nicht lesbar",
  );
});
