import type { Page } from "@playwright/test";
import {
  articleCard,
  chooseFolder,
  choosePicked,
  expect,
  expectAccessible,
  expectBody,
  expectFolder,
  openPage,
  pagesUrl,
  signIn,
  speak,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";
import { demoPassword } from "../support/serve-for-tests.js";

const languages = [
  {
    locale: "de",
    folder: "Ausbau Nordkorridor",
    signIn: "Anmelden",
    email: "E-Mail",
    password: "Passwort",
    add: "Beitrag hinzufügen",
    address: "Adresse des Artikels",
    fetch: "Abrufen",
    fetched: "Abgerufen von 127.0.0.1, 2 Bilder gefunden",
    title: "Titel",
    text: "Text",
    author: "Autor/in",
    source: "Quelle",
    published: "Veröffentlicht am",
    moreTags: /vorhandenen wählen/,
    newTags: "Tags eingeben, mit Komma getrennt",
    save: "Beitrag speichern",
    saved: "Daten erfolgreich gespeichert.",
    open: "Zum Beitrag",
    actions: /Aktionen zum Beitrag/,
    read: "In Folda lesen",
    facts: "Angaben zum Beitrag",
    comment: "Ihr Kommentar",
    send: "Kommentar senden",
    commentSaved: "Ihr Kommentar ist gespeichert.",
    noComments: "Noch keine Kommentare",
    oneComment: "1 Kommentar",
  },
  {
    locale: "en",
    folder: "Rail in Europe",
    signIn: "Sign in",
    email: "E-mail",
    password: "Password",
    add: "Add article",
    address: "Address of the article",
    fetch: "Fetch",
    fetched: "Fetched from 127.0.0.1, 2 pictures found",
    title: "Title",
    text: "Text",
    author: "Author",
    source: "Source",
    published: "Published on",
    moreTags: /existing ones/,
    newTags: "Type tags, separated by commas",
    save: "Save article",
    saved: "Saved.",
    open: "Open the article",
    actions: /Actions for the article/,
    read: "Read in Folda",
    facts: "About the article",
    comment: "Your comment",
    send: "Send comment",
    commentSaved: "Your comment has been saved.",
    noComments: "No comments yet",
    oneComment: "1 comment",
  },
] as const;

/** Fetches an article into the form that is open. */
async function fetchArticle(page: Page, words: (typeof languages)[number]): Promise<void> {
  await page.getByRole("dialog").getByLabel(words.address).fill(`${pagesUrl}/article.html`);
  await page.getByRole("dialog").getByRole("button", { name: words.fetch }).click();
  await expect(page.getByRole("dialog").getByText(words.fetched)).toBeVisible();
}

for (const words of languages) {
  const { locale } = words;
  test(`Jana signs in, imports an article, files it and finds it, in ${locale} ${locale === "de" ? "@phone" : "@with-js"}`, async ({
    page,
  }) => {
    const title = uniqueTitle("Nordkorridor: Bauarbeiten beginnen im März");
    await speak(page, locale);

    await test.step("sign in", async () => {
      await page.goto("/stream");
      await page.getByLabel("Workspace").fill("Demo");
      await page.getByLabel(words.email).fill("jana@demo.example");
      await page.getByLabel(words.password).fill(demoPassword);
      await page.getByRole("main").getByRole("button", { name: words.signIn }).click();
      await expect(page).toHaveURL(/\/stream$/);
      await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
    });

    const dialog = page.getByRole("dialog", { name: words.add });
    await test.step("fetch a page", async () => {
      await page.getByRole("link", { name: words.add }).click();
      await expect(dialog).toBeVisible();
      await fetchArticle(page, words);
      await expect(dialog.getByRole("textbox", { name: words.title })).toHaveValue("Nordkorridor: Bauarbeiten beginnen im März");
      await expectBody(page, /Zwischen Uelzen und Celle[\s\S]*Brücke über die Aller/, words.text);
      await expect(dialog.getByRole("textbox", { name: words.author })).toHaveValue("Wiebke Harms");
      await expect(dialog.getByRole("textbox", { name: words.source })).toHaveValue("Heidekurier");
      await expect(dialog.getByLabel(words.published)).toHaveValue("2026-02-11");
      await expect(dialog.getByRole("checkbox", { name: /Brücke über/ })).toBeChecked();
      const preview = await dialog.getByRole("img", { name: /Brücke/ }).getAttribute("src");
      expect((await page.request.get(preview ?? "")).headers()["content-type"]).toMatch(/^image\//);
      await expectAccessible(page);
    });

    await test.step("choose folder and tags, save", async () => {
      await dialog.getByRole("textbox", { name: words.title }).fill(title);
      await chooseFolder(dialog, words.folder);
      await choosePicked(dialog, "Nordkorridor", words.newTags, words.moreTags);
      await dialog.getByLabel(words.newTags).fill("Schwellenwechsel, Ersatzfahrplan");
      await dialog.getByRole("button", { name: words.save }).click();
      const saved = page.getByRole("status").filter({ hasText: words.saved });
      await expect(saved.getByRole("link", { name: words.open })).toHaveAttribute("href", /^\/contents\/[\da-f-]{36}$/);
      await expect(page).toHaveURL(/\/stream$/);
      await expect(dialog).toHaveCount(0);
    });

    await test.step("find it on top of the stream and in its folder", async () => {
      // Other flows file articles at the same time.
      await expect
        .poll(async () => (await page.getByRole("heading", { level: 2 }).allTextContents()).slice(0, 5).join("\n"))
        .toContain(title);
      await articleCard(page, title).getByRole("link", { name: words.folder }).click();
      await expect(page.getByRole("heading", { level: 1, name: words.folder })).toBeVisible();
      await expect(articleCard(page, title).getByText("Schwellenwechsel")).toBeVisible();
    });

    await test.step("begin the next one in the same folder", async () => {
      await openPage(page, "/stream/contents/new?mode=manual");
      await expectFolder(dialog, words.folder);
    });

    await expect(page.locator("html")).toHaveAttribute("lang", locale);
  });

  test(`Jana reads an imported article and comments on it, in ${locale} ${locale === "de" ? "@phone" : "@without-js"}`, async ({
    page,
  }) => {
    const title = uniqueTitle("Nordkorridor: Bauarbeiten beginnen im März");
    await signIn(page, "jana", { locale });
    await openPage(page, "/stream/contents/new");
    await fetchArticle(page, words);
    const dialog = page.getByRole("dialog", { name: words.add });
    await dialog.getByRole("textbox", { name: words.title }).fill(title);
    await chooseFolder(dialog, words.folder);
    await dialog.getByLabel(words.newTags).fill("Nordkorridor, Ersatzfahrplan");
    await dialog.getByRole("button", { name: words.save }).click();
    await expect(page).toHaveURL(/\/stream$/);

    await test.step("open and read it", async () => {
      await articleCard(page, title).locator("summary", { hasText: words.actions }).click();
      await page.getByRole("link", { name: words.read }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText("Lena Großmann am Montag vor Anwohnern")).toBeVisible();
      const picture = page.getByRole("article").getByRole("figure").locator("img");
      await expect(picture).toBeVisible();
      expect((await page.request.get((await picture.getAttribute("src")) ?? "")).headers()["content-type"]).toMatch(/^image\//);
      const facts = page.getByRole("complementary", { name: words.facts });
      for (const fact of ["Wiebke Harms", "Heidekurier", "11.02.26", "Jana Petersen", "Ersatzfahrplan", "Nordkorridor"])
        await expect(facts.getByText(fact).first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("comment on it", async () => {
      await expect(page.getByRole("heading", { level: 2, name: words.noComments })).toBeVisible();
      await page.getByLabel(words.comment, { exact: true }).fill("Ab Montag fahren die Busse.\n\nDer Aushang hängt.");
      await page.getByRole("button", { name: words.send }).click();
      await expect(page.getByRole("status").filter({ hasText: words.commentSaved })).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: words.oneComment })).toBeVisible();
      await expect(page.getByText("Ab Montag fahren die Busse.")).toBeVisible();
      await expect(page.getByLabel(words.comment, { exact: true })).toHaveValue("");
      await expect(page).toHaveURL(/#kommentar-[\da-f-]{36}$/);
      await page
        .getByRole("navigation", { name: locale === "de" ? "Pfad" : "Path" })
        .getByRole("link", { name: words.folder })
        .click();
      await expect(articleCard(page, title).getByRole("link", { name: words.oneComment })).toBeVisible();
    });
  });
}
