import { readFile } from "node:fs/promises";
import { findFolderPath } from "../support/e2e/articles";
import { expect, hasScript, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible } from "../support/e2e/pages";

/** A file as Chrome writes it, whose addresses nobody has filed. */
async function ownBookmarks() {
  const word = uniqueTitle("Merkliste").replace(" ", "-").toLowerCase();
  const html = await readFile("tests/support/bookmarks/chrome.html", "utf8");
  return { word, html: html.replaceAll(/(https:\/\/[^"/]+)\//g, `$1/${word}/`) };
}

test("Henrike imports the bookmarks of her browser, and takes them away again", async ({ page }) => {
  await signIn(page, "henrike");
  const folderPath = await findFolderPath(page, "Presseschau");
  await page.goto(folderPath);
  const folderId = folderPath.split("/").at(-1);
  await page.goto(`/folda/import?folder=${folderId}`);
  const file = page.getByLabel("Datei", { exact: true });
  const read = page.getByRole("button", { name: "Datei lesen" });
  await file.setInputFiles({ name: "bild.png", mimeType: "image/png", buffer: Buffer.alloc(500, 7) });
  await read.click();
  await expect(page.getByRole("alert")).toContainText("keine Lesezeichen gefunden");

  const { word, html } = await ownBookmarks();
  await file.setInputFiles({ name: `${word}.html`, mimeType: "text/html", buffer: Buffer.from(html) });
  await read.click();
  await expect(page.getByText("4 Lesezeichen", { exact: true })).toBeVisible();
  await expect(page.getByText("2 Einträge", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: "Merkzettel" })).toContainText("Keine Adresse einer Webseite");
  await expectAccessible(page);

  await page.getByLabel(/^Ohne Ordner/).selectOption("Nicht importieren");
  await page.getByLabel("Ordnernamen als Tags").check();
  const tag = page.getByLabel("Tag für Lesezeichen ohne Tag");
  await tag.fill("x".repeat(120));
  await page.getByRole("button", { name: "Importieren", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("höchstens 100 Zeichen");
  await expect(page.getByLabel(/^Ohne Ordner/)).toHaveValue(/:none$/);
  await tag.fill(word);
  await page.getByRole("button", { name: "Importieren", exact: true }).click();

  const result = page.getByRole("heading", { name: "Import abgeschlossen" });
  const refresh = page.getByRole("link", { name: "Stand aktualisieren" });
  const isThere = async () => {
    if (!hasScript() && (await refresh.isVisible())) await refresh.click();
    return result.isVisible();
  };
  await expect.poll(isThere, { timeout: 240_000 }).toBe(true);
  await expect(page.getByRole("status").filter({ hasText: "abgelegt" })).toHaveText(
    "3 Beiträge abgelegt, 1 auf Ihren Wunsch ausgelassen, 2 nicht lesbar",
  );
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Liste als CSV herunterladen" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain("Merkzettel");

  await page.goto(`/search?tags=${word}`);
  await page.getByRole("link", { name: "Export", exact: true }).click();
  const bookmarks = page.waitForEvent("download");
  await page.getByRole("region", { name: "Als Lesezeichen herunterladen" }).getByRole("link", { name: "HTML" }).click();
  const exported = await readFile(await (await bookmarks).path(), "utf8");
  expect(exported.match(/<A HREF=/g)).toHaveLength(1);
  expect(exported).toContain(`${word}/fahrplan?von=Kiel&amp;nach=L%C3%BCbeck`);
});
