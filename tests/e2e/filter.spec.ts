import { chooseOption, choosePicked, fileArticle, findFolderPath } from "../support/e2e/articles";
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
  if (hasScript()) await expect(dialog.getByLabel("Suchbegriff")).toBeFocused();
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
  // With script, the pressed link disappears, and the focus must not be lost.
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

test("Henrike filters by a subscription, and finds what it brought, also where it was moved @without-js", async ({ page }) => {
  await signIn(page, "henrike", { locale: "de" });
  const [subscription, entry] = [uniqueTitle("Hafenblatt"), uniqueTitle("Meldung")];
  const { folderPath, articlePath } = await fileArticle(page, { folder: "Presseschau", title: entry, sourceName: "Elbe-Anzeiger" });
  await queryDatabase(
    `with source as (
       insert into sources (client_id, folder_id, user_id, address, title, tags, full_text, is_paused)
       select f.client_id, f.id, u.id, $2, $3, '{Hafen}', false, true
       from folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example' where f.id = $1 returning id)
     update articles set source_id = source.id from source where articles.id = $4 returning 1`,
    [
      folderPath.split("/").at(-1),
      `https://hafen.example/${encodeURIComponent(subscription)}`,
      subscription,
      articlePath.split("/").at(-1),
    ],
  );
  await openPage(page, `${folderPath}${articlePath}/move`);
  await chooseOption(page.getByRole("dialog"), "Politik & Regulierung", "Ziel");
  await page.getByRole("dialog").locator("button.primary").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openPage(page, `${folderPath}/filter`);
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await dialog.getByText(/^(Ein Abonnement|Aus \d+ Abonnements) wählen$/).click();
  await dialog.getByRole("checkbox", { name: subscription }).check();
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toContainText(`Abonnement ${subscription}`);
  await expect(page.getByRole("heading", { name: "Keine Einträge gefunden" })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^In allen Foldas suchen/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/search\?subscriptions=[\w-]{36}$/);
  await expect(articleCard(page, entry)).toContainText(`aus „${subscription}“`);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await articleCard(page, entry).getByRole("heading").getByRole("link").click();
  await page.getByRole("complementary", { name: "Angaben zum Beitrag" }).getByRole("link", { name: subscription }).click();
  await expect(page).toHaveURL(/\/search\?subscriptions=[\w-]{36}$/);
});

test("Jana filters a folder, types a source and a country, and another folder begins without a filter @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const folderPath = await findFolderPath(page, "Ausbau Nordkorridor");
  await openPage(page, `${folderPath}/filter`);
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await expect(dialog.getByText("Foldas", { exact: true })).toHaveCount(0);
  const source = dialog.getByRole("combobox", { name: "Quelle" });
  // An input with a datalist also has the role `combobox`.
  await expect(source).toHaveAttribute("role", "combobox");
  await source.fill("verkehrsb");
  await expect(dialog.getByRole("option", { name: "Verkehrsbrief" })).toBeVisible();
  await source.fill("");
  await dialog.getByRole("checkbox", { name: "Ersatzverkehr" }).check();
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().includes("apply=") && sent.push(request.url())));
  const country = dialog.getByRole("combobox", { name: "Land suchen" });
  await country.fill("Atlantis");
  await expect(dialog.getByRole("group", { name: "Länder" }).getByRole("option")).toHaveText(["Nichts gefunden"]);
  await expectAccessible(page);
  for (const _ of [1, 2]) await country.press("Enter");
  await choosePicked(dialog, "Deutschland", "Land suchen", "");
  await dialog.getByRole("button", { name: "Filter anwenden" }).click();
  await expect(page).toHaveURL(new RegExp(`${folderPath}\\?tags=ersatzverkehr&countries=DE$`));
  expect(sent).toHaveLength(1);
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toContainText("Tag Ersatzverkehr");
  await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" }).click();
  await page.getByRole("link", { name: "IT-Sicherheit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "IT-Sicherheit" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Aktive Filter" })).toHaveCount(0);
});
