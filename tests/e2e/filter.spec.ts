import { chooseFolder, fileArticle, findFolderPath } from "../support/e2e/articles";
import { expect, hasScript, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

test("Jana filters the stream, reads in words by what, and takes the parts away again @journey", async ({ page }) => {
  await signIn(page, "jana");
  const tag = uniqueTitle("Weiche");
  const [old, urgent] = [uniqueTitle("Alt"), uniqueTitle("Dringend")];
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title: old, newTags: tag, publishedAt: "2025-03-01" });
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title: urgent, newTags: tag, publishedAt: "2026-03-01", priority: "high" });

  await openPage(page, `/stream?tags=${tag.toLowerCase().replace(" ", "-")}&layout=list`);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  await page.getByRole("link", { name: "Filter 1 aktiv" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await expect(dialog.getByRole("checkbox", { name: tag })).toBeChecked();
  await dialog.getByLabel("Veröffentlicht von").fill("2026-01-01");
  await dialog.getByRole("radio", { name: "hoch" }).check();
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page).toHaveURL(/\/stream\?tags=weiche-\w+&published_at_from=2026-01-01&priority=high&layout=list$/);
  await expect(dialog).toHaveCount(0);
  await expect(articleCard(page, urgent)).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Filter 3 aktiv" })).toBeVisible();

  const summary = page.getByRole("group", { name: "Aktive Filter" });
  await expect(summary).toContainText(`Tag ${tag}`);
  await expect(summary).toContainText("Veröffentlicht ab 01.01.26");
  await summary.getByRole("link", { name: /^Priorität hoch/ }).click();
  await expect(summary).not.toContainText("Priorität");
  // With script the link that was pressed is gone, and the focus does not go with it.
  if (hasScript()) await expect(summary.getByRole("link", { name: /^Veröffentlicht .* entfernen/ })).toBeFocused();
  await summary.getByRole("link", { name: /^Veröffentlicht/ }).click();
  await expect(articleCard(page, old)).toBeVisible();
  if (hasScript()) await expect(summary.getByRole("link", { name: `Tag ${tag} entfernen` })).toBeFocused();
  await summary.getByRole("link", { name: "Alle Filter zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/stream\?layout=list$/);
  const button = page.getByRole("link", { name: "Filter", exact: true });
  await expect(button).toBeVisible();
  if (hasScript()) await expect(button).toBeFocused();
});

test("Henrike moves what a subscription brought, and finds all of it by the subscription", async ({ page }) => {
  await signIn(page, "henrike", { locale: "de" });
  const [subscription, entry, other] = [uniqueTitle("Hafenblatt"), uniqueTitle("Meldung"), uniqueTitle("Eigenes")];
  const { folderPath, articlePath } = await fileArticle(page, { folder: "Presseschau", title: entry, sourceName: "Elbe-Anzeiger" });
  await fileArticle(page, { folder: "Presseschau", title: other });
  const [, , folderId = ""] = folderPath.split("/");
  await queryDatabase(
    `with source as (
       insert into sources (client_id, folder_id, user_id, address, title, tags, full_text, is_paused)
       select f.client_id, f.id, u.id, $2, $3, '{Hafen}', false, true
       from folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example' where f.id = $1 returning id)
     update articles set source_id = source.id from source where articles.id = $4 returning 1`,
    [folderId, `https://hafen.example/${encodeURIComponent(subscription)}`, subscription, articlePath.split("/").at(-1)],
  );
  await openPage(page, `${folderPath}${articlePath}/move`);
  await chooseFolder(page.getByRole("dialog"), "Politik & Regulierung", "Ziel");
  await page.getByRole("dialog").locator("button.primary").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await openPage(page, `${folderPath}/filter`);
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await dialog.getByText(/^(Ein Abonnement|Aus \d+ Abonnements) wählen$/).click();
  await dialog.getByRole("checkbox", { name: subscription }).check();
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  const summary = page.getByRole("group", { name: "Aktive Filter" });
  await expect(summary).toContainText(`Abonnement ${subscription}`);
  await expect(page.getByRole("link", { name: "Filter 1 aktiv" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Keine Einträge gefunden" })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^In allen Foldas suchen/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/search\?subscriptions=[\w-]{36}$/);
  await expect(articleCard(page, entry)).toContainText(`aus „${subscription}“`);
  await expect(articleCard(page, other)).toHaveCount(0);
  await expectAccessible(page);
  await articleCard(page, entry).getByRole("heading").getByRole("link").click();
  await page.getByRole("complementary", { name: "Angaben zum Beitrag" }).getByRole("link", { name: subscription }).click();
  await expect(page).toHaveURL(/\/search\?subscriptions=[\w-]{36}$/);
  await expect(articleCard(page, entry)).toBeVisible();
});

test("Jana finds nothing in a folder, learns how much there is without the filter and in all folders, and goes there @without-js", async ({
  page,
}) => {
  await signIn(page, "jana");
  const term = uniqueTitle("Gleisbogenprobe").replace(" ", "");
  await fileArticle(page, { folder: "Ausbau Nordkorridor", title: term, sourceName: "Heidekurier" });
  const folderPath = await findFolderPath(page, "Rail in Europe");
  await openPage(page, `${folderPath}?term=${term}&layout=list`);
  await expect(page.getByRole("link", { name: "Filter", exact: true })).toBeVisible();
  await expect(page.getByText(/Ohne Filter: [\d.]+ Treffer\./)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "In allen Foldas suchen: 1 Treffer" }).click();
  await expect(page).toHaveURL(new RegExp(`/search\\?term=${term}&layout=list$`));
  await expect(articleCard(page, term)).toBeVisible();

  await openPage(page, `${folderPath}?source_name=Heidekurier`);
  await page.getByRole("group", { name: "Aktive Filter" }).getByRole("link", { name: "In allen Foldas suchen" }).click();
  await expect(page).toHaveURL(/\/search\?source_name=Heidekurier$/);
  await expect(articleCard(page, term)).toBeVisible();
});

test("Jana's dates come back where they are wrong, with everything she typed, and closing leads to the list as it was", async ({
  page,
}) => {
  await signIn(page, "jana");
  await openPage(page, "/stream/filter?countries=DE&layout=grid");
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await dialog.getByLabel("Suchbegriff").fill("Bahn");
  await dialog.getByLabel("Erstellt von").fill("2026-03-02");
  await dialog.getByLabel("Erstellt bis").fill("2026-03-01");
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Erstellt bis: Dieser Tag liegt vor dem Anfang des Zeitraums.");
  await expect(dialog.getByLabel("Erstellt bis")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Erstellt bis")).toHaveValue("2026-03-01");
  await expect(dialog.getByLabel("Suchbegriff")).toHaveValue("Bahn");
  await expect(dialog.getByRole("checkbox", { name: "Deutschland" })).toBeChecked();
  await dialog.getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(/\/stream\?countries=DE&layout=grid$/);
});

test("Jana's day that does not exist, which her browser let her type, is at its field again", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream/filter?apply=&created_at_from=31.02.2026&source_name=Heidekurier");
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await expect(dialog.getByRole("alert")).toContainText("Erstellt von: Bitte geben Sie ein gültiges Datum an.");
  await expect(dialog.getByLabel("Erstellt von")).toHaveValue("31.02.2026");
  await expect(dialog.getByLabel("Quelle")).toHaveValue("Heidekurier");
  await dialog.getByLabel("Erstellt von").fill("28.02.2026");
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page).toHaveURL(/\/stream\?created_at_from=2026-02-28&source_name=Heidekurier$/);
});

test("Jana filters a folder by its own tags, and another folder begins without a filter", async ({ page }) => {
  await signIn(page, "jana");
  const folderPath = await findFolderPath(page, "Ausbau Nordkorridor");
  await openPage(page, `${folderPath}/filter`);
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await expect(dialog.getByText("Foldas", { exact: true })).toHaveCount(0);
  await expect(dialog.getByRole("checkbox", { name: "Deutschland" })).toBeVisible();
  if (hasScript()) {
    const source = dialog.getByRole("combobox", { name: "Quelle" });
    // An input with a datalist has the role, too.
    await expect(source).toHaveAttribute("role", "combobox");
    await source.fill("verkehrsb");
    await expect(dialog.getByRole("option", { name: "Verkehrsbrief" })).toBeVisible();
    await source.fill("");
  } else await expect(dialog.locator('datalist option[value="Verkehrsbrief"]')).toHaveCount(1);
  await dialog.getByRole("checkbox", { name: "Ersatzverkehr" }).check();
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page).toHaveURL(new RegExp(`${folderPath}\\?tags=ersatzverkehr$`));
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toContainText("Tag Ersatzverkehr");
  await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" }).click();
  await page.getByRole("link", { name: "IT-Sicherheit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "IT-Sicherheit" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toHaveCount(0);
});

test("Jana filters the stream by language, and reads in words by which @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream/filter?layout=list");
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await dialog.getByText(/^\d+ weitere Sprachen$/).click();
  await expect(dialog.getByRole("checkbox", { name: "Französisch" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Englisch" }).check();
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page).toHaveURL(/\/stream\?languages=en&layout=list$/);
  await expect(page.getByRole("link", { name: "Filter 1 aktiv" })).toBeVisible();
  const articles = page.getByRole("main").getByRole("article");
  await expect(articles).toHaveCount(12);
  await expect(articles.locator("h2[lang=en], h3[lang=en]")).toHaveCount(12);
  await page.getByRole("group", { name: "Aktive Filter" }).getByRole("link", { name: "Sprache Englisch entfernen" }).click();
  await expect(page).toHaveURL(/\/stream\?layout=list$/);
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toHaveCount(0);
});

test("Escape closes Jana's filter and leaves the list as it was @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream?priority=high");
  await page.getByRole("link", { name: "Filter 1 aktiv" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/stream\?priority=high$/);
});

test("Jana is told what of an address was not searched for @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/search?term=Bahn&created_at_from=2026-03-02&created_at_until=2026-03-01");
  await expect(page.getByText("Das Ende eines Zeitraums liegt vor seinem Anfang.")).toBeVisible();
  await openPage(page, `/search?term=${"x".repeat(6_000)}`);
  await expect(page.getByText("Gesucht wurde nur nach seinem Anfang.")).toBeVisible();
});
