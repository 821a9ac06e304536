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
  const article = await fileArticle(tobias, folder, title, { Text: "# Fristen\n\nAb Montag.", "Quelle (optional)": title });
  await tobias.open(`/stream?layout=list&source_name=${encodeURIComponent(title)}`);
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
  await florian.open(folder);
  expect(florian.addressOf(/1 Kommentar/, title).pathname).toBe(article);
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
  await jana.follow(title);
  expect(jana.all("h1")).toEqual([title]);
  expect(jana.text("Angaben zum Beitrag")).toMatch(/article\.html.*Heidekurier.*Wiebke Harms.*11\.02\.26/s);
  expect(jana.text()).toContain("„Wir bauen dort, wo die Leute warten“");
  const picture = await jana.fetch(jana.document.querySelector("article figure img")?.getAttribute("src") ?? "");
  expect(picture.headers["content-type"]).toMatch(/^image\//);
  await jana.open(`/stream/contents/new?${new URLSearchParams({ url: `${pagesUrl}/bare.html`, fetch: "1" })}`);
  expect(jana.value("Text")).toMatch(/^Zwischen Uelzen und Celle/);
  expect(jana.description("Veröffentlicht am")).toBe("Die Seite nennt kein Datum. Bitte tragen Sie es ein.");
  // The page names the URL of the first article as its own.
  await jana.open(`/stream/contents/new?${new URLSearchParams({ url: `${pagesUrl}/article.html?mail=1`, fetch: "1" })}`);
  expect(jana.text()).toContain("Diese Seite ist vermutlich schon abgelegt");
  expect(jana.text()).toContain(title);
});

test("Jana types a title when a page cannot be read, and keeps it when another address can", async () => {
  const [jana, title] = [await signedIn("jana"), unique("Selbst getippt")];
  await jana.open(`${folder}/contents/new?${new URLSearchParams({ url: `${pagesUrl}/missing.html`, fetch: "1" })}`);
  expect([jana.status, jana.description("Adresse des Artikels")]).toEqual([422, "Diese Seite gibt es nicht oder nicht mehr."]);
  await jana.fill("Titel", title).fill("Adresse des Artikels", `${pagesUrl}/bare.html`).press("Neu abrufen");
  expect([jana.status, jana.all("[role=alert]"), jana.value("Titel")]).toEqual([200, [], title]);
  expect(jana.value("Text")).toMatch(/^Zwischen Uelzen und Celle/);
});

test("Jana files several addresses one after the other: one is skipped, and one that cannot be read is filed by hand", async () => {
  const [jana, title] = [await signedIn("jana"), unique("Von Hand")];
  const address = (path: string) => `${pagesUrl}/${path}`;
  await jana.open(folder);
  await jana.follow("Beitrag hinzufügen");
  const field = "Adresse des Artikels";
  await jana.fill(field, `${address("article.html")} gibt:es nicht`).press("Abrufen");
  expect([jana.description(field), jana.value(field)]).toEqual([
    expect.stringContaining("Das ist keine gültige Adresse: gibt:es"),
    `${address("article.html")} gibt:es nicht`,
  ]);
  const all = ["article.html?1", "missing.html", "bare.html", "article.html?2"].map(address);
  await jana.fill(field, ` ${all.join("  ")} `).press("Abrufen");
  expect([jana.all("dialog b")[0], jana.value(field)]).toEqual(["Adresse 1 von 4", all[0]]);
  await jana.fill(tags, "Sperrpause").press("Speichern und weiter");
  expect(jana.text()).toContain(saved);

  expect([jana.all("dialog b")[0], jana.value(field)]).toEqual(["Adresse 2 von 4", all[1]]);
  expect(jana.all("[role=alert]")).toEqual(["Diese Seite gibt es nicht oder nicht mehr."]);
  await jana.fill("Titel", title).fill("Text", "Abgetippt.").fill(tags, "Sperrpause").press("Speichern und weiter");
  expect([jana.all("dialog b")[0], jana.value(field)]).toEqual(["Adresse 3 von 4", all[2]]);
  await jana.follow("Überspringen");
  expect([jana.all("dialog b")[0], jana.value(field)]).toEqual(["Adresse 4 von 4", all[3]]);
  await jana.follow("Überspringen");
  expect([jana.path, jana.all("dialog")]).toEqual([folder, []]);
  expect(jana.all("main article h2")[0]).toMatch(new RegExp(`^${title}`));
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
  const text = "21. November 2026: Frau <Name> sagt, 3 * 4 sei snake_case.\n\n- Anna\n- Ben";
  const article = await fileArticle(matthias, folder, title, { Text: text });
  for (const person of [matthias, tobias]) await person.open(`${article}/edit`);
  expect([tobias.value("Text"), tobias.description("Text")]).toEqual([
    text,
    expect.stringContaining("**fett**, *kursiv*, __unterstrichen__"),
  ]);
  await tobias.fill("Text", "Tobias war schneller.").press("Beitrag speichern");
  expect(tobias.text()).toContain(saved);
  // The message links to the article only from other pages.
  expect(tobias.all(".notice a")).toEqual([]);
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
  expect(florian.path).toBe(folder);
  expect((await florian.fetch(article)).status).toBe(404);
  // The confirmation, which is still in his history, leads to the page below it.
  expect((await florian.fetch(`${folder}${article}/delete`)).text).toContain(name);
  await florian.press("Rückgängig");
  expect([florian.path, florian.all("h1")]).toEqual([article, [title]]);
  expect(florian.text()).toContain("Wiederhergestellt.");
});

test("Florian opens confirmations to delete what is already deleted, and reads that it is gone", async () => {
  const florian = await signedIn("florian");
  const article = await fileArticle(florian, folder, unique("Schon weg"));
  await florian.open(article);
  await florian.fill("Ihr Kommentar", "Erledigt.").press("Kommentar senden");
  const comment = florian.addressOf("Ihren Kommentar löschen").pathname;
  const expectGone = async (path: string, below: string, gone: string) => {
    await florian.open(path);
    expect([florian.path, florian.text()], path).toEqual([below, expect.stringContaining(`${gone} gibt es nicht mehr`)]);
  };
  await florian.open(comment);
  await florian.press("Kommentar löschen");
  await expectGone(comment, article, "Diesen Kommentar");
  await florian.open(`${article}/delete`);
  await florian.press("Beitrag löschen");
  for (const list of [folder, "/stream"]) await expectGone(`${list}${article}/delete`, list, "Diesen Beitrag");
  await expectGone(`${article}/delete`, "/stream", "Diesen Beitrag");
  await expectGone(`${folder}/mailings/${crypto.randomUUID()}/delete`, `${folder}/mailings`, "Diesen Newsletter");
});

test("Tobias reads his inbox one by one: deleted, or filed with its form, an article leads to the next one", async () => {
  const tobias = await signedIn("tobias");
  await tobias.open("/folda");
  const inboxes = [...tobias.document.querySelectorAll("main a")].filter((link) => link.textContent?.trim() === "Eingang");
  const inbox = inboxes.at(-1)?.getAttribute("href") ?? "";
  const older = await fileArticle(tobias, inbox, unique("Älter"));
  const old = await fileArticle(tobias, inbox, unique("Alt"));
  const newest = await fileArticle(tobias, inbox, unique("Neu"));
  await tobias.open(`${newest}/delete`);
  await tobias.press("Beitrag löschen");
  expect(tobias.path).toBe(old);
  // Changed, but not filed: it stays open.
  await tobias.open(`${old}/edit`);
  await tobias.fill("Autor/in (optional)", "Tobias").press("Beitrag speichern");
  expect(tobias.path).toBe(old);
  await tobias.open(`${old}/edit`);
  await tobias.select("Folda", name).press("Beitrag speichern");
  expect(tobias.path).toBe(older);
});

test("Tobias is asked once whether he files a page again that is filed from a similar address", async () => {
  const tobias = await signedIn("tobias");
  const [first, second] = [unique("Prüfbericht"), unique("Prüfbericht")];
  const address = `https://heide.example/${crypto.randomUUID()}`;
  const write = async (title: string, from: string) => {
    await tobias.open(`${folder}/contents/new?mode=manual`);
    await tobias
      .fill("Titel", title)
      .fill("Text", "Alles trägt.")
      .fill(tags, "Sperrpause")
      .fill("Adresse (optional)", from)
      .press("Beitrag speichern");
  };
  await write(first, `${address}?utm_source=mail`);
  expect(tobias.text()).toContain(saved);
  await write(second, address.replace("heide", "www.heide"));
  expect(tobias.text()).toContain("Diese Seite ist vermutlich schon abgelegt, siehe dort.");
  expect(tobias.text()).toContain(first);
  expect([tobias.value("Titel"), tobias.value("Text")]).toEqual([second, "Alles trägt."]);
  await tobias.fill("Adresse (optional)", address).press("Beitrag speichern");
  expect(tobias.text()).toContain("Diese Adresse ist schon abgelegt, siehe dort.");
  await tobias.press("Beitrag speichern");
  expect(tobias.text()).toContain(saved);
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
  const shows = /^Was das Bild zeigt/;
  await matthias
    .check(/^Löschen Protokoll/)
    .fill(shows, "x".repeat(1001))
    .press("Beitrag speichern");
  expect(matthias.description(shows)).toContain("höchstens 1000 Zeichen");
  expect([matthias.value(shows), matthias.isChecked(/^Löschen Protokoll/)]).toEqual(["x".repeat(1001), true]);
  await matthias.fill(shows, "Gleise bei Nacht").press("Beitrag speichern");
  await matthias.open(article);
  expect(matthias.text()).not.toContain("Protokoll „März“.pdf");
  await matthias.open(`${article}/edit`);
  expect(matthias.value(shows)).toBe("Gleise bei Nacht");
});

test("What Matthias did not touch of pictures stays as Tobias wrote it meanwhile, and what both wrote is asked about", async () => {
  const [matthias, tobias] = await Promise.all([signedIn("matthias"), signedIn("tobias")]);
  const article = await fileArticle(matthias, folder, unique("Runder Tisch"));
  const picture = new Uint8Array(await sharp("api/demo/pictures/map.svg").jpeg().toBuffer());
  const pictures = ["Karte.jpg", "Nacht.jpg"].map((name) => new File([picture], name));
  await matthias.open(`${article}/edit`);
  await matthias.attach(/^Dateien hierher/, pictures).press("Beitrag speichern");
  for (const person of [matthias, tobias]) await person.open(`${article}/edit`);
  const [map, night] = [/^Was das Bild zeigt Karte/, /^Was das Bild zeigt Nacht/];
  await tobias.fill(map, "Der Korridor von Tobias").fill(night, "Gleise bei Nacht").press("Beitrag speichern");
  expect(tobias.text()).toContain(saved);
  await matthias.fill(map, "Der Korridor von Matthias").press("Beitrag speichern");
  expect(matthias.text()).toContain("Inzwischen hat jemand anderes „Der Korridor von Tobias“ geschrieben.");
  const typed = ["Der Korridor von Matthias", "Gleise bei Nacht"];
  expect([matthias.value(map), matthias.value(night)]).toEqual(typed);
  await matthias.press("Beitrag speichern");
  expect(matthias.text()).toContain(saved);
  await matthias.open(`${article}/edit`);
  expect([matthias.value(map), matthias.value(night)]).toEqual(typed);
});
