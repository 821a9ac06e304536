import { beforeAll, expect, test } from "vitest";
import { demoPassword } from "../support/serve-for-tests.js";
import { fileArticle, makeFolder, passSignIn, signedIn, unique } from "../support/visits";

const tags = "Tags eingeben, mit Komma getrennt";
const [name, tag, old, fresh] = [unique("Schutz"), unique("Lärm"), unique("Große Schallschutzwände"), unique("Schutzbögen")];
let folder: string;

beforeAll(async () => {
  const lena = await signedIn("lena");
  folder = await makeFolder(lena, "Digitalisierung & IT", name);
  await fileArticle(lena, folder, old, { [tags]: tag, "Veröffentlicht am": "2025-03-01" });
  await fileArticle(lena, folder, fresh, { [tags]: `${tag}, Tempo`, "Veröffentlicht am": "2026-03-01" });
});

test("Lena finds an article without umlauts, and another by tag and date", async () => {
  const lena = await signedIn("lena");
  await lena.open(folder);
  await lena.follow("Suche");
  await lena.fill("Suchbegriff", old.replace("Große", "grosse").replace("ä", "ae")).press("Suchen");
  expect([lena.value("Suchbegriff"), lena.all("main article h2")]).toEqual([old.replace("Große", "grosse").replace("ä", "ae"), [old]]);
  await lena.open(folder);
  await lena.follow("Filter");
  await lena.check(tag).fill("Veröffentlicht von", "2026-13-45").press("Filter anwenden");
  expect(lena.description("Veröffentlicht von")).toBe("Bitte geben Sie ein gültiges Datum an.");
  expect(lena.isChecked(tag)).toBe(true);
  await lena.fill("Veröffentlicht von", "2026-01-01").press("Filter anwenden");
  expect([lena.url.pathname, lena.all("main article h2")]).toEqual([folder, [fresh]]);
  await lena.follow(/^Filter \d/);
  await lena.fill("Abgelegt bis", "2020-01-01").press("Abgelegt: Diese Woche");
  expect(lena.path).toMatch(/\?tags=[\w-]+&published_at_from=2026-01-01&created_at_from=[\d-]{10}&created_at_until=(?!2020)[\d-]{10}$/);
  await lena.follow(/^Abgelegt .* entfernen/);
  expect(lena.text("Aktive Filter")).toMatch(/Veröffentlicht ab 01\.01\.26/);
  await lena.follow(/^Veröffentlicht ab/);
  expect(lena.all("main article h2").sort()).toEqual([old, fresh].sort());
});

test("Lena orders a list by publication and back: the menu says each order, and the dates are those that sort", async () => {
  const lena = await signedIn("lena");
  await lena.open(folder);
  const filed = lena.all("main article time");
  await lena.follow("Zuletzt veröffentlicht");
  expect([lena.all("main article h2"), lena.all("main article time")]).toEqual([
    [fresh, old],
    ["01.03.26", "01.03.25"],
  ]);
  await lena.follow("Zuerst veröffentlicht");
  expect([lena.all("main article h2"), lena.all("main article time")]).toEqual([
    [old, fresh],
    ["01.03.25", "01.03.26"],
  ]);
  await lena.follow("Zuletzt abgelegt");
  expect([lena.all("main article h2"), lena.all("main article time")]).toEqual([[fresh, old], filed]);
  expect(filed[0]).toMatch(/^abgelegt \d\d\.\d\d\.\d\d$/);
});

test("Lena mistypes a word: she is told what was looked for instead, and sees it marked", async () => {
  const lena = await signedIn("lena");
  await lena.open("/search?term=Schtuzbögen");
  expect(lena.text("main")).toContain("Gesucht wurde nach „Schutzbögen“ statt „schtuzbögen“.");
  expect([lena.all("main article h2"), lena.all("main article h2 mark")]).toEqual([[fresh], ["Schutzbögen"]]);
});

test("Lena follows a tag of an article, and reads what carries two of them", async () => {
  const lena = await signedIn("lena");
  await lena.open(folder);
  await lena.follow(fresh);
  await lena.follow(tag, "main");
  expect([lena.all("h1"), lena.all("main article h2").sort()]).toEqual([[tag], [old, fresh].sort()]);
  await lena.open(`${lena.url.pathname},tempo`);
  for (const one of [tag, "Tempo"]) expect(lena.text("main")).toContain(one);
  expect(lena.all("main article h2")).toEqual([fresh]);
});

test("Lena opens a tag that nobody has made, and is told so", async () => {
  const missing = "Den Tag „gibt-es-nicht“ gibt es nicht.";
  const lena = await signedIn("lena");
  await lena.open("/tag/gibt-es-nicht");
  expect(lena.text("main")).toContain(missing);
  await lena.follow("Danach suchen");
  expect(lena.value("Suchbegriff")).toBe("gibt-es-nicht");
  await lena.open("/tag/tempo,gibt-es-nicht");
  expect([lena.all("h1"), lena.text("main")]).toEqual([["Tempo"], expect.stringContaining(missing)]);
  expect(lena.all("main article h2")).toContain(fresh);
});

test("Lena finds nothing in a folder, learns how much there is without the filter and in all folders, and goes there", async () => {
  const word = unique("Gleisbogenprobe").replace(" ", "");
  const lena = await signedIn("lena");
  const elsewhere = await makeFolder(lena, "Digitalisierung & IT", unique("Anderswo"));
  await fileArticle(lena, elsewhere, word, { "Quelle (optional)": word });
  await lena.open(`${folder}?term=${word}&layout=list`);
  expect(lena.text("main")).toContain("Ohne Filter: 2 Treffer.");
  await lena.follow("In allen Foldas suchen: 1 Treffer");
  expect([lena.path, lena.all("main article h2")]).toEqual([`/search?term=${word}&layout=list`, [word]]);
  await lena.open(`${folder}?source_name=${word}`);
  await lena.follow("In allen Foldas suchen", "Aktive Filter");
  expect([lena.path, lena.all("main article h2")]).toEqual([`/search?source_name=${word}`, [word]]);
});

test("Lena repeats a search that she made before, until she signs out", async () => {
  const lena = await signedIn("lena");
  await lena.open("/search");
  expect(lena.text()).not.toContain("Zuletzt gesucht");
  await lena.open(`/search?term=${encodeURIComponent(old)}`);
  await lena.open("/search");
  await lena.follow(old, "Zuletzt gesucht");
  expect(lena.all("main article h2")).toEqual([old]);
  await lena.press("Abmelden");
  await passSignIn(lena, "lena@demo.example", demoPassword);
  await lena.open("/search");
  expect(lena.text()).not.toContain(old);
});

test("Lena saves a search, finds it again in her settings, and ends it", async () => {
  const search = unique("Wände");
  const lena = await signedIn("lena");
  await lena.open(`/search?term=${encodeURIComponent(old)}`);
  await lena.follow("Suche speichern");
  await lena.fill("Name", " ").press("Speichern");
  expect(lena.all("[role=alert] a")).toEqual(["Name: Dies ist ein Pflichtfeld"]);
  await lena.fill("Name", search).press("Speichern");
  expect(lena.text()).toContain(`Die Suche „${search}“ ist gespeichert.`);
  await lena.open("/settings/profile");
  await lena.follow("Folge ich");
  await lena.follow(search);
  expect(lena.all("main article h2")).toEqual([old]);
  await lena.open("/following");
  await lena.press(`Nicht mehr folgen ${search}`);
  expect(lena.text()).not.toContain(search);
});

test("Lena exports her folder as HTML, and reads the file", async () => {
  const lena = await signedIn("lena");
  await lena.open(folder);
  await lena.follow("Als HTML oder PDF exportieren");
  await lena.check(/^HTML/).press("Weiter zu den Beiträgen");
  await lena.press("Auswahl aufheben");
  await lena.press("Export erstellen");
  expect(lena.text()).toContain("Bitte wählen Sie mindestens einen Beitrag aus.");
  await lena.check(new RegExp(fresh)).fill("Titel des Exports", "Lage & <Ausblick>").press("Export erstellen");
  const { pathname } = lena.url;
  await expect.poll(async () => (await lena.open(pathname)).text()).toContain("Der Export ist fertig");
  const file = await lena.fetch(lena.addressOf(/herunterladen/));
  expect([file.status, file.headers["content-disposition"]]).toEqual([200, expect.stringContaining("Lage%20%26%20")]);
  expect(file.text).toContain(fresh);
  expect(file.text).toContain("Lage &amp; &lt;Ausblick&gt;");
  expect(file.text).not.toContain(old);
});
