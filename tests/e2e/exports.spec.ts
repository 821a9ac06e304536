import type { APIResponse, Page } from "@playwright/test";
import { fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, newMember, queryDatabase, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, hydrated, openPage } from "../support/e2e/pages";
import { joinTeam } from "../support/e2e/workspace";
import { readPdf } from "../support/read-pdf";

const dialog = (page: Page) => page.getByRole("dialog");
const download = (page: Page) => dialog(page).getByRole("link", { name: /herunterladen|Download/ });

/** A browser that has the address and no session. */
async function fetchAlone(page: Page, url: string): Promise<APIResponse> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("no browser");
  const answer = await context.request.get(url);
  await answer.body();
  return answer;
}

/** Waits for the file: with script the page polls, without it people reload. */
async function finished(page: Page): Promise<string> {
  const again = page.getByRole("link", { name: /Stand aktualisieren|Refresh/ });
  const isThere = async () => {
    if (!hasScript() && (await again.isVisible())) await again.click();
    return download(page).isVisible();
  };
  await expect.poll(isThere, { timeout: 240_000 }).toBe(true);
  return (await download(page).getAttribute("href")) ?? "";
}

/** A folder with these articles, of Nadia, a new member: the number of exports per person is limited. */
async function folderOfNadia(page: Page, titles: string[]) {
  const email = `${uniqueTitle("nadia").replace(" ", "-")}@demo.example`;
  await newMember(page, email);
  await joinTeam(email, "Digitalisierung & IT", "editor");
  const folder = uniqueTitle("Export");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder, alternativeName: `${folder}-Brief` });
  for (const title of titles) await fileArticle(page, { folder, title });
  return { folder, path };
}

test("Nadia exports her folder as PDF: format, articles, output, and anybody opens the address @phone @journey", async ({ page }) => {
  const [first, second, third] = ["Fahrplan", "Weichen & Gleise", "Umbau"].map(uniqueTitle) as [string, string, string];
  const { folder, path } = await folderOfNadia(page, [first, second, third]);
  await openPage(page, path);
  await page.locator("summary", { hasText: "Teilen" }).click();
  await page.getByRole("link", { name: "Als HTML oder PDF exportieren" }).click();
  await expect(page).toHaveURL(`${path}/export/format`);
  await expect(dialog(page).getByLabel(/^HTML/)).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByLabel(/^PDF/).check();
  await dialog(page).getByRole("button", { name: "Beiträge" }).click();

  await expect(page).toHaveURL(`${path}/export/articles?format=pdf`);
  await hydrated(page);
  await expect(dialog(page)).toContainText("3 von 3 ausgewählt");
  await expect(dialog(page).getByLabel("Titel des Exports")).toHaveValue(new RegExp(`^${folder}-Brief, KW \\d+$`));
  await expectAccessible(page);
  // A link back would lose the choices.
  await expect(dialog(page).getByRole("navigation").getByRole("link")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await expect(dialog(page)).toContainText("0 von 3 ausgewählt");
  await dialog(page).getByRole("button", { name: "Export erstellen" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Beitrag aus.");
  await dialog(page).getByRole("button", { name: "Alle auswählen" }).click();
  await expect(dialog(page)).toContainText("3 von 3 ausgewählt");
  await dialog(page).getByLabel(third).uncheck();
  await dialog(page).getByLabel("Titel des Exports").fill("Lage & Ausblick");
  await dialog(page).getByRole("button", { name: "Export erstellen" }).click();

  await expect(page).toHaveURL(/\/export\/[\w-]{36}\/output$/);
  const url = await finished(page);
  await expect(page.getByRole("heading", { name: "Der Export ist fertig" })).toBeVisible();
  await expect(dialog(page)).toContainText("2 Beiträge");
  await expectAccessible(page);
  const answer = await fetchAlone(page, url);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect(answer.headers()["content-disposition"]).toBe("attachment; filename*=UTF-8''Lage%20%26%20Ausblick.pdf");
  expect(answer.headers()["set-cookie"]).toBeUndefined();
  const pdf = await readPdf(await answer.body());
  expect(pdf).toMatchObject({ title: "Lage & Ausblick", language: "de", isTagged: true });
  expect(pdf.bookmarks).toEqual([second, first]);

  const altered = await fetchAlone(
    page,
    url.replace(/signature=(.)/, (_, first) => `signature=${first === "A" ? "B" : "A"}`),
  );
  expect(altered.status()).toBe(404);
  expect(await altered.text()).toMatch(/valid for one day/);
  await dialog(page).getByRole("link", { name: "Schließen" }).first().click();
  await expect(page).toHaveURL(path);
  await openPage(page, `${path}/export/format`);
  await expect(dialog(page).getByLabel(/^PDF/)).toBeChecked();

  // The list of exports leads to one whose dialog was closed.
  await dialog(page).getByRole("link", { name: "Meine Exporte" }).click();
  await expect(page).toHaveURL("/settings/exports");
  await expect(page).toHaveTitle("Exporte – Folda");
  const link = page.locator(`a[href="${url}"]`);
  await expect(link).toHaveAccessibleName(/^„Lage & Ausblick“ als PDF herunterladen \([\d,]+ KB\)$/);
  await expect(page.getByRole("row").filter({ has: link })).toContainText("2 Beiträge");
  await expectAccessible(page);
});

test("Nadia goes back and forth between the steps and loses nothing, and exports again from the output", async ({ page }) => {
  const [first, second] = ["Eins", "Zwei"].map(uniqueTitle) as [string, string];
  const { path } = await folderOfNadia(page, [first, second]);
  await openPage(page, `${path}/export/articles`);
  await dialog(page).getByLabel(first).uncheck();
  const title = "Ein Titel mit „Zeichen“ <b>&</b>";
  await dialog(page).getByLabel("Titel des Exports").fill(title);
  await dialog(page)
    .getByLabel(/^Deckblatt/)
    .uncheck();
  await dialog(page).getByRole("button", { name: "Format" }).click();
  await expect(page).toHaveURL(`${path}/export/format`);
  await expect(dialog(page).getByLabel(/^HTML/)).toBeChecked();
  await dialog(page).getByLabel(/^PDF/).check();
  await dialog(page).getByRole("button", { name: "Beiträge" }).click();
  await expect(page).toHaveURL(`${path}/export/articles`);
  await expect(dialog(page).getByLabel("Titel des Exports")).toHaveValue(title);
  await expect(dialog(page).getByLabel(first)).not.toBeChecked();
  await expect(dialog(page).getByLabel(second)).toBeChecked();
  await expect(dialog(page).locator(".facts")).toContainText("PDF");
  await expect(dialog(page).getByLabel(/^Deckblatt/)).not.toBeChecked();
  await dialog(page).getByRole("button", { name: "Export erstellen" }).click();
  await finished(page);
  await dialog(page).getByRole("button", { name: "Beiträge" }).click();
  await expect(dialog(page).getByLabel("Titel des Exports")).toHaveValue(title);
  await expect(dialog(page).getByLabel(/^Deckblatt/)).not.toBeChecked();
  await expect(dialog(page).getByLabel(first)).not.toBeChecked();
});

test("What must not be shared cannot be chosen in a folder, whose filter counts, and the search does not even offer it @without-js", async ({
  page,
}) => {
  const word = uniqueTitle("Gleisbett");
  const [open, locked] = [`${word} offen`, `${word} vertraulich`];
  const { path } = await folderOfNadia(page, [open, locked]);
  await queryDatabase("update articles set shareable = false where title = $1", [locked]);
  await openPage(page, `${path}/export/articles`);
  await expect(dialog(page)).toContainText("1 von 1 ausgewählt");
  await expect(dialog(page).getByLabel(locked)).toBeDisabled();
  await expect(dialog(page).locator("li").filter({ hasText: locked })).toContainText("Nicht teilbar");
  await openPage(page, `${path}/export/articles?term=${encodeURIComponent(`"${open}"`)}`);
  await expect(dialog(page)).toContainText("Der Filter der Folda gilt auch hier.");
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(1);

  await openPage(page, `/search?term=${encodeURIComponent(`"${word}"`)}`);
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Beiträge" }).click();
  await expect(page).toHaveURL(/\/search\/export\/articles\?.*term=/);
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(1);
  await expect(dialog(page)).toContainText("Ein gefundener Beitrag darf nicht geteilt werden");
  await dialog(page).getByRole("link", { name: "Schließen" }).first().click();
  await expect(page).toHaveURL(/\/search\?.*term=/);
});

test("The exported page reads well: language, contents that lead to the articles, dark and on paper @with-js", async ({
  page,
  browser,
}) => {
  const titles = ["Bahnhof", "Brücke"].map(uniqueTitle);
  const { path } = await folderOfNadia(page, titles);
  await openPage(page, `${path}/export/articles`);
  await dialog(page).getByRole("button", { name: "Export erstellen" }).click();
  const html = await (await fetchAlone(page, await finished(page))).text();
  const context = await browser.newContext({ colorScheme: "dark", viewport: { width: 320, height: 640 } });
  const read = await context.newPage();
  await read.setContent(html);
  await expect(read.locator("html")).toHaveAttribute("lang", "de");
  await expect(read.getByRole("navigation", { name: "Inhalt" }).getByRole("link")).toHaveCount(2);
  await expectAccessible(read);
  if (hasScript()) expect(await read.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await read.emulateMedia({ media: "print", colorScheme: "light" });
  await expectAccessible(read, ["color-contrast"]);
  await context.close();
});
