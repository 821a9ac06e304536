import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { fileArticle, makeFolder, pagesUrl, saved, signedIn, unique } from "../support/visits";

const tags = "Tags eingeben, mit Komma getrennt";
const name = unique("Bauwerke");
let folder: string;

beforeAll(async () => {
  folder = await makeFolder(await signedIn("florian"), "Netz & Infrastruktur", name);
});

test("Tobias opens an article from the stream, comments on it and corrects the comment", async () => {
  const title = unique("Oberleitung");
  const tobias = await signedIn("tobias");
  const article = await fileArticle(tobias, folder, title, { Text: "# Fristen\n\nAb Montag." });
  await tobias.open("/stream?layout=list");
  await tobias.follow(title);
  expect([tobias.path, tobias.all("h1"), tobias.all("article h2")[0]]).toEqual([article, [title], "Fristen"]);
  await tobias.fill("Ihr Kommentar", "").press("Kommentar senden");
  expect(tobias.description("Ihr Kommentar")).toContain("Dies ist ein Pflichtfeld");
  await tobias.fill("Ihr Kommentar", "Ab Dienstag.\n\nDer Aushang hängt.").press("Kommentar senden");
  expect(tobias.text()).toContain("Ihr Kommentar ist gespeichert.");
  await tobias.follow("Ihren Kommentar bearbeiten");
  expect(tobias.value("Ihr Kommentar")).toBe("Ab Dienstag.\n\nDer Aushang hängt.");
  await tobias.fill("Ihr Kommentar", "Ab Mittwoch.").press("Kommentar speichern");
  const florian = await signedIn("florian");
  await florian.open(article);
  expect(florian.all("h2")).toContain("1 Kommentar");
  expect(florian.text()).toMatch(/Ab Mittwoch\..*bearbeitet|bearbeitet.*Ab Mittwoch\./);
  expect(florian.text()).not.toContain("Ab Dienstag.");
});

test("Jana imports the page of a newspaper, with one of its pictures", async () => {
  const title = unique("Bauarbeiten");
  const jana = await signedIn("jana");
  await jana.open("/stream");
  await jana.follow("Beitrag hinzufügen");
  await jana.fill("Adresse des Artikels", "kein Artikel").press("Abrufen");
  expect(jana.description("Adresse des Artikels")).toContain("Bitte geben Sie die Adresse einer Webseite an");
  await jana.fill("Adresse des Artikels", `${pagesUrl}/article.html`).press("Abrufen");
  expect(jana.text()).toContain("Abgerufen von 127.0.0.1, 2 Bilder gefunden");
  expect(["Titel", "Autor/in (optional)", "Quelle (optional)", "Veröffentlicht am"].map((label) => jana.value(label))).toEqual([
    "Nordkorridor: Bauarbeiten beginnen im März",
    "Wiebke Harms",
    "Heidekurier",
    "2026-02-11",
  ]);
  expect(jana.isChecked(/Brücke über/)).toBe(true);
  await jana.fill("Titel", title).select("Folda", name).fill(tags, "Sperrpause").press("Beitrag speichern");
  expect(jana.text()).toContain(saved);
  await jana.follow("Zum Beitrag");
  expect(jana.all("h1")).toEqual([title]);
  expect(jana.text("Angaben zum Beitrag")).toMatch(/article\.html.*Heidekurier.*Wiebke Harms.*11\.02\.26/s);
  expect(jana.text()).toContain("„Wir bauen dort, wo die Leute warten“");
  const picture = await jana.fetch(jana.document.querySelector("article figure img")?.getAttribute("src") ?? "");
  expect(picture.headers["content-type"]).toMatch(/^image\//);
});

test("Florian writes an article without title and tags, and loses nothing else", async () => {
  const [title, tag] = [unique("Speicher"), unique("Bahnstrom")];
  const florian = await signedIn("florian");
  await florian.open(folder);
  await florian.follow("Beitrag hinzufügen");
  await florian.follow("Selbst verfassen");
  florian
    .fill("Text", "Ein <i>Absatz</i>.\n")
    .fill("Autor/in (optional)", "Jörg Ångström")
    .check("Schweden")
    .check("Hoch")
    .uncheck(/^Teilbar/);
  await florian.fill("Veröffentlicht am", "2026-03-04").fill(tags, " , ").press("Beitrag speichern");
  expect(florian.all("[role=alert] a")).toEqual(["Titel: Dies ist ein Pflichtfeld", "Tags: Dies ist ein Pflichtfeld"]);
  expect([florian.value("Text"), florian.value("Autor/in (optional)"), florian.value("Folda"), florian.value("Veröffentlicht am")]).toEqual(
    ["Ein <i>Absatz</i>.\n", "Jörg Ångström", name, "2026-03-04"],
  );
  expect([florian.isChecked("Hoch"), florian.isChecked(/^Teilbar/)]).toEqual([true, false]);
  await florian.fill("Titel", title).fill(tags, `Sperrpause, ${tag}`).press("Beitrag speichern");
  expect(florian.path).toBe(folder);
  await florian.follow(tag);
  await florian.follow(title);
  expect(florian.text("Angaben zum Beitrag")).toMatch(/Jörg Ångström.*04\.03\.26.*Schweden.*Florian/s);
  expect(florian.text()).toContain("Ein <i>Absatz</i>.");
});

test("Matthias edits an article that Tobias saves meanwhile, is told so, and saves again", async () => {
  const [matthias, tobias] = await Promise.all([signedIn("matthias"), signedIn("tobias")]);
  const title = unique("Weiche");
  const article = await fileArticle(matthias, folder, title);
  for (const person of [matthias, tobias]) await person.open(`${article}/edit`);
  await tobias.fill("Text", "Tobias war schneller.").press("Beitrag speichern");
  expect(tobias.text()).toContain(saved);
  await matthias.fill("Titel", `${title} neu`).press("Beitrag speichern");
  expect(matthias.status).toBe(409);
  expect(matthias.text()).toContain("Tobias war schneller.");
  expect(matthias.value("Titel")).toBe(`${title} neu`);
  await matthias.press("Beitrag speichern");
  expect(matthias.text()).toContain(saved);
  await tobias.open(article);
  expect(tobias.all("h1")).toEqual([`${title} neu`]);
});

test("Florian deletes an article and undoes it", async () => {
  const title = unique("Doch nicht");
  const florian = await signedIn("florian");
  const article = await fileArticle(florian, folder, title);
  await florian.open(`${article}/delete`);
  await florian.press("Beitrag löschen");
  expect((await florian.fetch(article)).status).toBe(404);
  await florian.press("Rückgängig");
  expect([florian.path, florian.all("h1")]).toEqual([article, [title]]);
  expect(florian.text()).toContain("Wiederhergestellt.");
});

test("Matthias attaches the minutes and a photo to an article, and takes one off again", async () => {
  const matthias = await signedIn("matthias");
  const article = await fileArticle(matthias, folder, unique("Runder Tisch"));
  await matthias.open(`${article}/edit`);
  const minutes = new File(["%PDF-1.7\n1 0 obj\n"], "Protokoll „März“.pdf", { type: "application/pdf" });
  const photo = new File([new Uint8Array(await sharp("api/demo/pictures/bridge.svg").jpeg().toBuffer())], "Brücke.jpg");
  await matthias.attach(/^Dateien hierher/, [minutes, photo]).press("Beitrag speichern");
  expect(matthias.text()).toContain(saved);
  await matthias.open(article);
  expect(matthias.text("Anhänge")).toContain("Protokoll „März“.pdf");
  const file = await matthias.fetch(matthias.addressOf(/Protokoll/, "Anhänge"));
  expect([file.text, file.headers["content-type"]]).toEqual(["%PDF-1.7\n1 0 obj\n", "application/pdf"]);
  await matthias.open(`${article}/edit`);
  await matthias.check(/^Löschen Protokoll/).press("Beitrag speichern");
  await matthias.open(article);
  expect(matthias.text()).not.toContain("Protokoll „März“.pdf");
});
