import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { chooseFolder, fileArticle, fillBody } from "../support/e2e/articles";
import { expect, hasScript, offlineConsole, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, hydrated, openPage } from "../support/e2e/pages";
import { demoPassword } from "../support/serve-for-tests.js";

const megabyte = 1024 * 1024;

/** A picture of the demo workspace in the size of a photograph. */
async function photo(name: string, file: string) {
  const buffer = await sharp(`api/demo/pictures/${name}.svg`).resize(1200, 800, { fit: "cover" }).jpeg().toBuffer();
  return { name: file, mimeType: "image/jpeg", buffer };
}
const textFile = (name: string, text: string | Buffer, mimeType = "application/octet-stream") => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
const pdf = (name: string) => textFile(name, "%PDF-1.7\n1 0 obj\n", "application/pdf");

const dialog = (page: Page) => page.getByRole("dialog");
const filesInput = (page: Page) => dialog(page).getByLabel(/Dateien hierher ziehen/);
const urlsField = (page: Page) => dialog(page).getByRole("textbox", { name: "Dateien aus dem Web" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Beitrag speichern" }).click();
const saved = (page: Page) => page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." });
/** The files of the article, below its text. */
const attachments = (page: Page): Locator => page.getByRole("region", { name: "Anhänge" });

/** The form of a new article, complete except for its files. */
async function openForm(page: Page, title: string): Promise<void> {
  await openPage(page, "/stream/contents/new?mode=manual");
  await dialog(page).getByRole("textbox", { name: "Titel" }).fill(title);
  await fillBody(page, "Einigkeit bei Haltestellen und Takt.");
  await chooseFolder(dialog(page), "Ausbau Nordkorridor");
  await dialog(page).getByLabel("Tags eingeben, mit Komma getrennt").fill("Protokoll,");
}

/** An article by Matthias, posted with files; the page shows it afterwards. */
async function articleWith(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<string> {
  const { articlePath } = await fileArticle(page, { folder: "Ausbau Nordkorridor", title: uniqueTitle("Runder Tisch") });
  await openPage(page, `${articlePath}/edit`);
  await filesInput(page).setInputFiles(files);
  await save(page);
  await expect(saved(page)).toBeVisible();
  return articlePath;
}

test("Matthias files the minutes with a photo, a plan and a file from the web, and reads them all @phone @journey", async ({ page }) => {
  await signIn(page, "matthias");
  const title = uniqueTitle("Runder Tisch Ersatzverkehr");
  await openForm(page, title);
  await filesInput(page).setInputFiles([
    await photo("bridge", "Brücke am Morgen 🌉.jpg"),
    pdf("Fahrplan 2027.pdf"),
    await photo("tracks", "Gleise.jpg"),
  ]);
  if (hasScript()) await expect(dialog(page).getByRole("list", { name: "Ausgewählte Dateien" }).getByRole("listitem")).toHaveCount(3);
  await urlsField(page).fill(`${pagesUrl}/document.pdf\n ${pagesUrl}/signal.jpg `);
  await expectAccessible(page);
  await save(page);
  await expect(saved(page)).toBeVisible();

  await articleCard(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const region = attachments(page);
  await expect(region.getByText("4 Dateien")).toBeVisible();
  await expect(region.getByRole("img")).toHaveCount(2);
  await expect(region.getByRole("img", { name: "Gleise.jpg" })).toBeVisible();
  await expect(region.getByRole("img", { name: "signal.jpg" })).toBeVisible();
  await expect(page.getByRole("figure").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expectAccessible(page);

  for (const [name, size] of [
    ["Fahrplan 2027.pdf", "PDF, 1 KB"],
    ["document.pdf", "PDF, 1 KB"],
  ] as const) {
    const link = region.getByRole("link", { name });
    await expect(link).toContainText(size);
    const downloading = page.waitForEvent("download");
    await link.click();
    expect((await downloading).suggestedFilename()).toBe(name);
  }
});

test("Lena adds a file to what is fetched from a link", async ({ page }) => {
  await signIn(page, "lena");
  await openPage(page, `/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/article.html`)}`);
  const title = uniqueTitle("Nordkorridor");
  await dialog(page).getByRole("textbox", { name: "Titel" }).fill(title);
  await chooseFolder(dialog(page), "IT-Sicherheit");
  await dialog(page).getByLabel("Tags eingeben, mit Komma getrennt").fill("Bau,");
  await dialog(page)
    .getByRole("switch", { name: /Direkt zur Quelle/ })
    .uncheck();
  await filesInput(page).setInputFiles([pdf("Gutachten.pdf")]);
  await dialog(page).getByRole("button", { name: "Neu abrufen" }).click();
  await expect(dialog(page).getByText(/Abgerufen von 127\.0\.0\.1/)).toBeVisible();
  // Browsers do not send a file again; with script it is selected again for the person.
  if (hasScript()) await expect(dialog(page).getByRole("list", { name: "Ausgewählte Dateien" })).toContainText("Gutachten.pdf");
  else {
    await expect(dialog(page).getByText("Bitte wählen Sie diese Dateien noch einmal aus: Gutachten.pdf")).toBeVisible();
    await filesInput(page).setInputFiles([pdf("Gutachten.pdf")]);
  }
  await save(page);
  await expect(saved(page)).toBeVisible();
  await articleCard(page, title).getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("figure").getByRole("img", { name: "Die neue Brücke über die Aller" })).toBeVisible();
  await expect(attachments(page).getByRole("link", { name: "Gutachten.pdf" })).toBeVisible();
});

test("Matthias chooses files that are empty or too large: he is told by name, and nothing has to be sent for that @with-js", async ({
  page,
}) => {
  await signIn(page, "matthias");
  await openPage(page, "/stream/contents/new?mode=manual");
  await filesInput(page).setInputFiles([
    textFile("leer.txt", ""),
    textFile("Film.mov", Buffer.alloc(26 * megabyte)),
    textFile("aux.txt", "x"),
  ]);
  for (const problem of ["„leer.txt“: Diese Datei ist leer.", "„Film.mov“: Diese Datei ist größer als 25 MB."])
    await expect(filesInput(page)).toHaveAccessibleDescription(new RegExp(problem));
  await expect(dialog(page).getByRole("list", { name: "Ausgewählte Dateien" }).getByRole("listitem")).toContainText(["aux.txt"]);
  await expectAccessible(page);
});

test("One file cannot be had: the article and the others are saved, it is named, and Matthias tries it again @with-js", async ({
  page,
}) => {
  await signIn(page, "matthias");
  const title = uniqueTitle("Teils angehängt");
  await openForm(page, title);
  await filesInput(page).setInputFiles([pdf("Plan.pdf")]);
  const missing = `${pagesUrl}/gone.pdf`;
  await urlsField(page).fill(`${missing}\n${pagesUrl}/document.pdf\n${pagesUrl}/article.html`);
  await save(page);

  const summary = dialog(page).getByRole("alert");
  await expect(summary).toContainText("Der Beitrag ist gespeichert. Diese Anhänge fehlen:");
  await expect(summary.getByRole("link")).toHaveText([
    `Dateien aus dem Web: „${missing}“: Unter dieser Adresse ließ sich keine Datei abrufen.`,
    `Dateien aus dem Web: „${pagesUrl}/article.html“: Unter dieser Adresse liegt eine Webseite, keine Datei.`,
  ]);
  await expect(summary).toBeFocused();
  await expect(dialog(page).getByRole("list", { name: "Vorhandene Anhänge" }).getByRole("listitem")).toContainText([
    "Plan.pdf",
    "document.pdf",
  ]);
  await expect(urlsField(page)).toHaveValue(`${missing}\n${pagesUrl}/article.html`);
  await expectAccessible(page);

  await dialog(page).getByRole("textbox", { name: "Titel" }).fill(`${title}, vollständig`);
  await urlsField(page).fill(`${pagesUrl}/bridge.jpg`);
  await save(page);
  await expect(saved(page)).toBeVisible();
  await page.goto("/stream");
  await expect(articleCard(page, title)).toHaveCount(1);
  await articleCard(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${title}, vollständig` })).toBeVisible();
  await expect(attachments(page).getByRole("link")).toContainText(["Plan.pdf", "document.pdf"]);
  await expect(page.getByRole("figure").locator("img")).toBeVisible();
});

test("Matthias leaves one of his files out again, and adds to the others @with-js", async ({ page }) => {
  await signIn(page, "matthias");
  await openForm(page, uniqueTitle("Auswahl"));
  await filesInput(page).setInputFiles([pdf("a.pdf"), await photo("hall", "b.jpg")]);
  await filesInput(page).setInputFiles([pdf("c.pdf")]);
  const chosen = dialog(page).getByRole("list", { name: "Ausgewählte Dateien" }).getByRole("listitem");
  await expect(chosen).toContainText(["a.pdf", "b.jpg", "c.pdf"]);
  await expect(chosen.nth(1).locator("img")).toHaveJSProperty("naturalWidth", 1200);
  await dialog(page).getByRole("button", { name: "a.pdf weglassen" }).press("Enter");
  await expect(chosen).toContainText(["b.jpg", "c.pdf"]);
  await expect(filesInput(page)).toBeFocused();
  expect(await filesInput(page).evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name))).toEqual([
    "b.jpg",
    "c.pdf",
  ]);
});

test("A long upload says how far it is; given up, nothing is saved @with-js", async ({ page, context }) => {
  await signIn(page, "matthias");
  const title = uniqueTitle("Langsame Leitung");
  await openForm(page, title);
  // Choosing a file loads the script that reports progress.
  const script = page.waitForResponse(/\/send-files-[^/]+\.js$/);
  await filesInput(page).setInputFiles([textFile("Film.bin", Buffer.alloc(8 * megabyte, "x"))]);
  await (await script).finished();
  await hydrated(page);
  const network = await context.newCDPSession(page);
  const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: megabyte / 8 };
  await network.send("Network.emulateNetworkConditions", slowly);
  await save(page);
  const progress = dialog(page).getByRole("progressbar", { name: "Dateien werden übertragen" });
  await expect(progress).toBeVisible();
  await expect(dialog(page).getByText(/^[\d,]+ MB von 8,4 MB$/)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("link", { name: "Abbrechen" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await network.send("Network.emulateNetworkConditions", { ...slowly, uploadThroughput: -1 });
  await page.reload();
  await expect(articleCard(page, title)).toHaveCount(0);
});

test.describe("Without a network", () => {
  test.use({ allowedConsole: offlineConsole() });

  test("files cannot be sent: everything typed and chosen is still there @with-js", async ({ page, context }) => {
    await signIn(page, "matthias");
    const title = uniqueTitle("Ohne Netz");
    await openForm(page, title);
    await filesInput(page).setInputFiles([pdf("Plan.pdf")]);
    await context.setOffline(true);
    await save(page);
    await expect(dialog(page).getByRole("alert")).toContainText("Keine Verbindung. Ihre Eingaben sind noch da");
    await context.setOffline(false);
    await expect(dialog(page).getByRole("list", { name: "Ausgewählte Dateien" })).toContainText("Plan.pdf");
    await save(page);
    await expect(saved(page)).toBeVisible();
    await articleCard(page, title).getByRole("link", { name: title }).click();
    await expect(attachments(page).getByRole("link", { name: "Plan.pdf" })).toBeVisible();
  });
});

test("Jana's session is over when she sends files: what she typed is kept, and the files are named @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const title = uniqueTitle("Sitzung vorbei");
  await openForm(page, title);
  await filesInput(page).setInputFiles([textFile("Groß.bin", Buffer.alloc(4 * megabyte)), pdf("Plan.pdf")]);
  await page.context().clearCookies({ name: "authToken" });
  await save(page);
  await expect(page.getByRole("main").getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
  await page.getByLabel("Workspace").fill("demo");
  await page.getByLabel("E-Mail").fill("jana@demo.example");
  await page.getByLabel("Passwort").fill(demoPassword);
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByText("Bitte hängen Sie sie danach noch einmal an: Groß.bin, Plan.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Weiter: Eingaben wieder aufnehmen" }).click();
  await expect(articleCard(page, title)).toHaveCount(1);
});

test("Matthias looks through the pictures of an article @with-js", async ({ page }) => {
  await signIn(page, "matthias");
  const names = ["Titel.jpg", "Eins.jpg", "Zwei.jpg", "Drei.jpg"];
  const pictures = await Promise.all(["bridge", "map", "night", "hall"].map((picture, n) => photo(picture, names[n] ?? "")));
  await articleWith(page, pictures);
  const links = attachments(page).getByRole("link");
  await expect(links).toHaveCount(3);
  // Without script, the link leads to the picture.
  await expect(links.nth(1)).toHaveAttribute("href", /\/files\/[\w-]+\/large$/);
  await hydrated(page);
  await links.nth(1).press("Enter");
  const lightbox = page.getByRole("dialog", { name: "Bilder des Beitrags" });
  await expect(lightbox.getByRole("img", { name: "Zwei.jpg" })).toBeVisible();
  await expect(lightbox.getByText("Bild 2 von 3")).toBeVisible();
  await expectAccessible(page);
  for (const [key, name] of [
    ["ArrowRight", "Drei.jpg"],
    ["ArrowRight", "Eins.jpg"],
    ["ArrowLeft", "Drei.jpg"],
    ["Home", "Eins.jpg"],
    ["End", "Drei.jpg"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(lightbox.getByRole("img", { name })).toBeVisible();
  }
  await lightbox.getByRole("button", { name: "Vorheriges Bild" }).click();
  await expect(lightbox.getByRole("img", { name: "Zwei.jpg" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await lightbox.getByRole("link", { name: "Original herunterladen" }).click();
  expect((await downloading).suggestedFilename()).toBe("Zwei.jpg");
  await page.keyboard.press("Escape");
  await expect(lightbox).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();

  await links.nth(0).click();
  await expect(lightbox.getByText("Bild 1 von 3")).toBeVisible();
  await lightbox.getByRole("button", { name: "Schließen" }).click();
  await expect(lightbox).toHaveCount(0);
  await links.nth(0).click();
  await page.mouse.click(5, 5);
  await expect(lightbox).toHaveCount(0);
});
