import type { Page } from "@playwright/test";
import { chooseOption, choosePicked, fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

const team = "Digitalisierung & IT";
const bar = (page: Page) => page.getByRole("group", { name: "Auswahl" });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `„${title}“ auswählen` });

/** Without JavaScript, the list has checkboxes only if the URL asks for them. */
async function beginSelecting(page: Page): Promise<void> {
  if (!hasScript()) await page.getByRole("link", { name: "Auswählen" }).click();
}

async function choose(page: Page, action: string): Promise<void> {
  const button = bar(page).getByRole("button", { name: action, exact: true });
  if (!(await button.isVisible())) await bar(page).locator("summary").click();
  await button.click();
}

test("Ayşe moves, tags and deletes several articles at once @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const [from, to] = [uniqueTitle("Ablage"), uniqueTitle("Ziel")];
  const source = await makeFolder(page, { team, name: from });
  const target = await makeFolder(page, { team, name: to });
  const titles = ["eins", "zwei", "drei"].map((name) => uniqueTitle(`Stapel ${name}`));
  for (const title of titles) await fileArticle(page, { folder: from, title, newTags: "Stapel" });
  const [one = "", two = "", three = ""] = titles;

  await openPage(page, source);
  await beginSelecting(page);
  for (const title of [one, two]) await box(page, title).check();
  if (hasScript()) await expect(bar(page)).toContainText("2 ausgewählt");
  await expectAccessible(page);
  await choose(page, "Verschieben");
  const move = page.getByRole("dialog", { name: "2 Beiträge verschieben" });
  await chooseOption(move, to, "Ziel");
  await expectAccessible(page);
  await move.getByRole("button", { name: "Verschieben" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 Beiträge verschoben." })).toBeVisible();
  await expect(articleCard(page, one)).toHaveCount(0);
  await expect(articleCard(page, three)).toBeVisible();

  await openPage(page, target);
  await beginSelecting(page);
  // With JavaScript, the bar appears with the first box.
  await box(page, one).check();
  await bar(page).getByRole("checkbox", { name: "Alle 2 Beiträge der Liste" }).check();
  await choose(page, "Taggen");
  const tag = page.getByRole("dialog", { name: "2 Beiträge taggen" });
  await tag.getByLabel("Tags eingeben, mit Komma getrennt").fill("Im Stapel, Zu zweit,");
  await tag.getByRole("button", { name: "Tags hinzufügen" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 Beiträge geändert." })).toBeVisible();
  for (const title of [one, two]) await expect(articleCard(page, title).getByRole("link", { name: "Zu zweit" })).toBeVisible();

  await openPage(page, target);
  await beginSelecting(page);
  await box(page, two).check();
  await choose(page, "Tags entfernen");
  const untag = page.getByRole("dialog", { name: "Tags von 1 Beitrag entfernen" });
  for (const name of ["Stapel", "Im Stapel", "Zu zweit"]) await choosePicked(untag, name, "Tag suchen", "vorhandenen wählen");
  await untag.getByRole("button", { name: "Tags entfernen" }).click();
  const report = page.getByRole("dialog", { name: "Ausgewählte Beiträge" });
  await expect(report).toContainText("Ein Beitrag hätte keinen Tag mehr");
  await expect(report.getByRole("link", { name: two })).toBeVisible();
  await expectAccessible(page);
  await report.getByRole("link", { name: "Schließen" }).first().click();
  await expect(report).toHaveCount(0);

  await openPage(page, target);
  await beginSelecting(page);
  await box(page, one).check();
  await choose(page, "Löschen");
  const remove = page.getByRole("dialog", { name: "1 Beitrag löschen?" });
  await expect(remove).toContainText("in den Papierkorb");
  await remove.getByRole("button", { name: "Löschen" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 Beitrag in den Papierkorb gelegt." })).toBeVisible();
  await expect(articleCard(page, one)).toHaveCount(0);
  await expect(articleCard(page, two)).toBeVisible();
});

test("Ayşe undoes a deletion of which one article was refused", async ({ page }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Widerruf");
  const folder = await makeFolder(page, { team, name });
  const [one, two] = [uniqueTitle("Bleibt doch"), uniqueTitle("Schon weg")];
  await fileArticle(page, { folder: name, title: one });
  const { articlePath } = await fileArticle(page, { folder: name, title: two });
  await openPage(page, folder);
  await beginSelecting(page);
  for (const title of [one, two]) await box(page, title).check();
  await choose(page, "Löschen");
  const remove = page.getByRole("dialog", { name: "2 Beiträge löschen?" });
  await expect(remove).toBeVisible();
  await page.request.post(`${articlePath}/delete`, { maxRedirects: 0 });
  await remove.getByRole("button", { name: "Löschen" }).click();
  const report = page.getByRole("dialog", { name: "Ausgewählte Beiträge" });
  await expect(report).toContainText("1 von 2 Beiträgen liegt im Papierkorb.");
  await expectAccessible(page);
  const reportUrl = page.url();
  // The message has one, too.
  await report.getByRole("button", { name: "Rückgängig" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Die Beiträge sind wiederhergestellt." })).toBeVisible();
  await expect(articleCard(page, one)).toBeVisible();
  await expect(articleCard(page, two)).toHaveCount(0);
  await page.goto(reportUrl);
  await expect(report).toBeVisible();
  await expect(report.getByRole("button", { name: "Rückgängig" })).toHaveCount(0);
});

test("Ayşe stops a change of many articles", async ({ page }) => {
  await signIn(page, "ayse");
  const [batch] = await queryDatabase(
    `insert into batches (client_id, user_id, change, article_ids)
     select client_id, id, '{"kind":"priority","priority":"high"}', '["eins","zwei"]' from users where email = 'ayse@demo.example' returning id`,
  );
  await openPage(page, `/stream/selection/${batch?.id}`);
  const report = page.getByRole("dialog", { name: "Ausgewählte Beiträge" });
  await expect(report).toContainText("0 von 2 Beiträgen sind bearbeitet.");
  await expectAccessible(page);
  await report.getByRole("button", { name: "Anhalten" }).click();
  await expect(report).toContainText("2 Beiträge blieben, wie sie waren, weil Sie die Änderung angehalten haben");
  await expect(report.getByRole("button", { name: "Anhalten" })).toHaveCount(0);
});

test("Ayşe exports what she selected, and begins a newsletter with it", async ({ page }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Auswahl");
  const folder = await makeFolder(page, { team, name });
  const titles = ["eins", "zwei"].map((one) => uniqueTitle(`Wahl ${one}`));
  for (const title of titles) await fileArticle(page, { folder: name, title });
  const [one = "", two = ""] = titles;

  await openPage(page, folder);
  await beginSelecting(page);
  await box(page, two).check();
  await choose(page, "Exportieren");
  await page.getByRole("button", { name: "Weiter zu den Beiträgen" }).click();
  const wizard = page.getByRole("dialog");
  await expect(wizard.getByRole("checkbox", { name: two })).toBeChecked();
  await expect(wizard.getByRole("checkbox", { name: one })).not.toBeChecked();

  await openPage(page, folder);
  await beginSelecting(page);
  await box(page, one).check();
  await choose(page, "In neuen Newsletter");
  await expect(page).toHaveURL(/\/mailings\/[^/]+\/articles/);
  await expect(wizard.getByRole("checkbox", { name: one })).toBeChecked();
  await expect(wizard.getByRole("checkbox", { name: two })).not.toBeChecked();
});

test("Nothing selected is said, and readers are not asked to select @without-js", async ({ page }) => {
  await signIn(page, "ayse");
  await openPage(page, "/stream?select=1");
  await choose(page, "Verschieben");
  await expect(page.getByRole("dialog")).toContainText("Es ist kein Beitrag ausgewählt.");
  await signIn(page, "clara");
  await openPage(page, "/stream?select=1");
  await expect(page.getByRole("link", { name: "Auswahl beenden" })).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
});

test("Ayşe selects a range with Shift, and with the keyboard @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  await openPage(page, "/stream");
  const boxes = page.getByRole("checkbox", { name: /auswählen$/ });
  await boxes.nth(1).check();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 ausgewählt");
  await boxes.nth(3).uncheck();
  await expect(bar(page)).toContainText("3 ausgewählt");
  await bar(page).getByRole("button", { name: "Aufheben" }).click();
  await expect(bar(page)).toBeHidden();
  // The bar is gone, and the focus is where it was before.
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press("x");
  await expect(boxes.nth(3)).toBeChecked();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 ausgewählt");
  await page.keyboard.press("m");
  const move = page.getByRole("dialog", { name: "2 Beiträge verschieben" });
  await expect(move).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(move).toHaveCount(0);
  await expect(bar(page)).toContainText("2 ausgewählt");
});
