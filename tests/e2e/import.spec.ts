import type { Page } from "@playwright/test";
import {
  chooseFolder,
  expect,
  expectAccessible,
  expectBody,
  expectFolder,
  fillBody,
  hasScript,
  hydrated,
  openPage,
  pagesUrl,
  pressUnready,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";

const support = "Bitte versuchen Sie es später erneut oder rufen Sie den Support.";
const summaryTitle = "Bitte überprüfen Sie ihre Eingaben.";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Beitrag hinzufügen" });

async function fetchPage(page: Page, address: string) {
  await page.goto("/stream/contents/new");
  await hydrated(page);
  await dialogOf(page).getByLabel("Adresse des Artikels").fill(address);
  await dialogOf(page).getByRole("button", { name: "Abrufen" }).click();
  return dialogOf(page);
}

test("Sabine imports an old page in windows-1252 without a broken character @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const dialog = await fetchPage(page, `${pagesUrl}/windows-1252.html`);
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Großbrücke für 40 € Maut – „fertig“");
  await expect(dialog.getByRole("textbox", { name: "Autor/in" })).toHaveValue("Jörg Weiß");
  await expectBody(page, /„Wir bauen dort, wo die Leute warten“, sagte Projektleiterin Lena Großmann/);
  await expect(dialog.getByText("keine Bilder gefunden")).toBeVisible();
});

test("Sabine imports a page of 5 MB @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const dialog = await fetchPage(page, `${pagesUrl}/5-mb.html`);
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Nordkorridor: Bauarbeiten beginnen im März", {
    timeout: 20_000,
  });
  await expectBody(page, /Brücke über die Aller/);
});

test("Sabine imports a page without any metadata and gets its text @with-js", async ({ page }) => {
  await signIn(page, "sabine");
  const dialog = await fetchPage(page, `${pagesUrl}/bare.html`);
  await expectBody(page, /^Zwischen Uelzen und Celle/);
  await expect(dialog.getByRole("textbox", { name: "Autor/in" })).toHaveValue("");
  const date = dialog.getByLabel("Veröffentlicht am");
  await expect(date).toHaveValue("");
  await expect(date).toHaveAccessibleDescription("Die Seite nennt kein Datum. Bitte tragen Sie es ein.");
  await expectAccessible(page);

  const save = dialog.getByRole("button", { name: "Beitrag speichern" });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await pressUnready(save);
  await expect(date).toHaveAccessibleDescription(/Die Seite nennt kein Datum.*Dies ist ein Pflichtfeld/);
});

test("Who has saved what they imported is where they began, and a touched notice passes as well @with-js @phone", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream");
  const add = page.getByRole("link", { name: "Beitrag hinzufügen" });
  await add.click();
  const dialog = dialogOf(page);
  const importAndSave = async () => {
    await dialog.getByRole("button", { name: "Abrufen" }).click();
    await expect(dialog.getByText("2 Bilder gefunden")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Titel" }).fill(uniqueTitle("Wo ich anfing"));
    await chooseFolder(dialog, "Ausbau Nordkorridor");
    await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Fokus");
    await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
    await expect(dialog).toHaveCount(0);
    return page.locator(".notice").filter({ hasText: "Daten erfolgreich gespeichert." });
  };
  await dialog.getByLabel("Adresse des Artikels").fill(`${pagesUrl}/article.html`);
  const notice = await importAndSave();
  await expect(add).toBeFocused();
  const isPhone = test.info().project.name.startsWith("phone");
  if (isPhone) await notice.tap();
  else await notice.hover();
  await expect(notice).toHaveCSS("animation-play-state", isPhone ? /^running/ : /^paused/);

  // The dialog came with the address: nothing on the page opened it.
  await openPage(page, `/stream?url=${encodeURIComponent(`${pagesUrl}/article.html`)}`);
  await importAndSave();
  await expect(page.getByRole("main")).toBeFocused();
});

test("Sabine imports a book, of which an article holds the beginning @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const dialog = await fetchPage(page, `${pagesUrl}/book.html`);
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Das Buch der Brücken", { timeout: 20_000 });
  await expect(dialog.getByText("Die Seite hat mehr Text, als ein Beitrag fassen kann; hier steht der Anfang.")).toBeVisible();
});

test("Sabine imports a page that sends her on, and is offered only pictures that are there @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  await fetchPage(page, `${pagesUrl}/refresh.html`);
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(`${pagesUrl}/article.html`);
  await expect(dialog.getByText("2 Bilder gefunden")).toBeVisible();
  await fetchPage(page, `${pagesUrl}/pictures.html`);
  await expect(dialog.getByText("2 Bilder gefunden")).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Bilder übernehmen" }).getByRole("checkbox")).toHaveCount(2);
});

test("Sabine imports an address that redirects, and gets the page it leads to @without-js", async ({ page }) => {
  await signIn(page, "sabine");
  const dialog = await fetchPage(page, `${pagesUrl}/redirect`);
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Nordkorridor: Bauarbeiten beginnen im März");
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(`${pagesUrl}/article.html`);
});

const escaped = (text: string) => text.replace(/[.()]/g, "\\$&");
const forbidden = "Diese Adresse darf nicht abgerufen werden.";
const refused: Record<string, Record<string, string>> = {
  "a page that never answers": { [`${pagesUrl}/silent`]: "Diese Seite hat nicht rechtzeitig geantwortet." },
  "what is no article": {
    [`${pagesUrl}/document.pdf`]: "Unter dieser Adresse liegt ein PDF, keine Webseite.",
    [`${pagesUrl}/data.json`]: "Unter dieser Adresse liegt keine Webseite.",
    [`${pagesUrl}/nowhere.html`]: "Diese Seite gibt es nicht oder nicht mehr.",
    [`${pagesUrl}/error`]: `Der Server „${new URL(pagesUrl).host}“ hat gerade eine Störung.`,
    [`${pagesUrl}/members.html`]: "Diese Seite ist nur nach einer Anmeldung zu lesen.",
    [`${pagesUrl}/8-mb.html`]: "Diese Seite ist größer als 5 MB.",
    [`${pagesUrl}/redirect-loop`]: "Diese Seite leitet immer weiter, ohne anzukommen.",
    [`${pagesUrl}/empty.html`]: "Auf dieser Seite steht kein Text.",
    "https://zeitung.example/artikel": "Einen Server „zeitung.example“ gibt es nicht.",
  },
  "what lies inside the network": {
    "http://127.0.0.1:1/": forbidden,
    "http://2130706433/": forbidden,
    "http://[::1]/": forbidden,
    "http://169.254.169.254/latest/meta-data/": forbidden,
    [`${pagesUrl}/redirect-to-private`]: forbidden,
    [`${pagesUrl}/redirect-to-metadata`]: forbidden,
  },
};

for (const [index, [what, addresses]] of Object.entries(refused).entries()) {
  // Only the reasons differ.
  const tag = index === 2 ? "" : " @without-js";
  test(`Sabine is told when she imports ${what}, and can go on by hand${tag}`, async ({ page }) => {
    test.slow();
    await signIn(page, "sabine");
    for (const [address, reason] of Object.entries(addresses)) {
      await test.step(address, async () => {
        const dialog = await fetchPage(page, address);
        await expect(dialog.getByRole("alert").filter({ hasText: summaryTitle })).toContainText(support, { timeout: 20_000 });
        await expect(dialog.getByLabel("Adresse des Artikels")).toHaveAccessibleDescription(new RegExp(escaped(reason)));
        await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(address);
        await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveCount(0);
        await dialog.getByRole("link", { name: "Ohne Import weiter" }).click();
        await expect(dialog.getByRole("textbox", { name: "Adresse" })).toHaveValue(address);
        await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("");
      });
    }
  });
}

test("Lena pastes what is no address of a web page and is told at the field", async ({ page }) => {
  await signIn(page, "lena");
  const notUrl = "Bitte geben Sie die Adresse einer Webseite an";
  for (const [address, message] of [
    ["", "Dies ist ein Pflichtfeld"],
    ["kein Link", notUrl],
    ["javascript:alert(1)", notUrl],
    ["file:///etc/passwd", notUrl],
    ["https://lena:geheim@zeitung.example/", notUrl],
    [`https://zeitung.example/${"x".repeat(100_000)}`, "Bitte kürzen Sie auf höchstens 2000 Zeichen."],
  ] as const) {
    const dialog = await fetchPage(page, address);
    const field = dialog.getByLabel("Adresse des Artikels");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await expect(field).toHaveValue(address);
    await dialog.getByRole("alert").getByRole("link", { name: message }).click();
    await expect(field).toBeFocused();
  }
});

test("Jana fetches again from a bad address and keeps everything she typed", async ({ page }) => {
  await signIn(page, "jana");
  const dialog = await fetchPage(page, `${pagesUrl}/article.html`);
  await dialog.getByRole("textbox", { name: "Titel" }).fill("Mein eigener Titel");
  await fillBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await dialog.getByRole("textbox", { name: "Autor/in" }).fill("");
  await chooseFolder(dialog, "Rail in Europe");
  await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Eins, Zwei");
  await dialog.getByRole("radio", { name: "Hoch" }).check();
  await dialog.getByRole("switch", { name: /Direkt zur Quelle/ }).uncheck();
  await dialog.getByRole("checkbox", { name: "Gleise bei Uelzen" }).check();
  await dialog.getByLabel("Adresse des Artikels").fill("http://127.0.0.1:1/");
  await dialog.getByRole("button", { name: "Neu abrufen" }).click();

  await expect(dialog.getByRole("alert")).toContainText(support);
  await expect(dialog.getByText("Abgerufen von")).toHaveCount(0);
  if (hasScript()) await expect(dialog.getByRole("alert")).toBeFocused();
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue("http://127.0.0.1:1/");
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Mein eigener Titel");
  await expectBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await expect(dialog.getByRole("textbox", { name: "Autor/in" })).toHaveValue("");
  await expectFolder(dialog, "Rail in Europe");
  await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toHaveValue("Eins, Zwei");
  await expect(dialog.getByRole("radio", { name: "Hoch" })).toBeChecked();
  await expect(dialog.getByRole("switch", { name: /Direkt zur Quelle/ })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Gleise bei Uelzen" })).toBeChecked();
  await expectAccessible(page);

  // The Enter key saves; fetching again has to be pressed.
  await dialog.getByLabel("Adresse des Artikels").fill(`${pagesUrl}/article.html`);
  await dialog.getByRole("button", { name: "Neu abrufen" }).click();
  await expect(dialog.getByLabel("Adresse des Artikels")).toHaveValue(`${pagesUrl}/article.html`);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  if (hasScript()) await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toBeFocused();
  await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Mein eigener Titel");
  await expectBody(page, "Erster Absatz.\n\nZweiter <b>Absatz</b>.");
  await expectFolder(dialog, "Rail in Europe");
  await expect(dialog.getByLabel("Tags eingeben, mit Komma getrennt")).toHaveValue("Eins, Zwei");
});

test("Somebody without a session cannot import or preview a page @without-js", async ({ page }) => {
  const fetched = await page.request.get(`/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/article.html`)}`, {
    maxRedirects: 0,
  });
  expect(fetched.status()).toBe(302);
  const preview = await page.request.get(`/picture-preview?url=${encodeURIComponent(`${pagesUrl}/bridge.jpg`)}`, { maxRedirects: 0 });
  expect(preview.status()).toBe(302);
});
