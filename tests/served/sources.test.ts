import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeFolder, pagesUrl, saved, signedIn, unique } from "../support/visits";

const team = "Unternehmenskommunikation";

/** A word that can be part of an address. */
const uniqueWord = (text: string) => unique(text).replace(" ", "-").toLowerCase();

test("Henrike subscribes a folder to one of the feeds of a website, and pauses it", async () => {
  const word = uniqueWord("Hafen");
  const title = `Hafenblatt ${word}-Meldungen`;
  const henrike = await signedIn("henrike");
  const folder = await makeFolder(henrike, team, unique("Hafen"));
  await henrike.follow("Quellen");
  await henrike.press("Nicht im Stream zeigen");
  expect(henrike.text()).toContain(saved);
  await henrike.press("Im Stream zeigen");
  await henrike.follow("Quelle abonnieren");
  await henrike.fill("Adresse", `${pagesUrl}/error`).press("Vorschau anzeigen");
  expect(henrike.description("Adresse")).toContain("hat gerade eine Störung.");
  await henrike.fill("Adresse", `${pagesUrl}/site/${word}`).press("Vorschau anzeigen");
  expect(henrike.text()).toContain("Diese Seite bietet 2 Feeds an.");
  await henrike.press("„Meldungen“ auswählen");
  expect(henrike.value("Adresse")).toBe(`${pagesUrl}/feed/${word}-Meldungen`);
  expect(henrike.text()).toContain("Der Feed hat 2 Einträge.");
  await henrike
    .fill(/^Nur Einträge mit diesen Wörtern/, "Brücke, Fähre")
    .fill("Tags eingeben, mit Komma getrennt", "Hafen")
    .press("Abonnieren");
  expect(henrike.text()).toContain("Die Quelle ist abonniert.");
  await expect.poll(async () => (await henrike.open(henrike.path)).text(title)).toContain(`1 Beitrag aus „${title}“`);
  await henrike.follow(title);
  await henrike.check(/^Pausiert/).press("Speichern");
  expect(henrike.text()).toContain(saved);
  await henrike.open(folder);
  expect(henrike.all("main article h2")).toEqual([expect.stringMatching(`^Brücke ${word}-Meldungen`)]);
});

test("Henrike imports the bookmarks of her browser, and exports one of them again", async () => {
  const [name, word] = [unique("Merkliste"), uniqueWord("Merkliste")];
  const bookmarks = (await readFile("tests/support/bookmarks/chrome.html", "utf8")).replaceAll(/(https:\/\/[^"/]+)\//g, `$1/${word}/`);
  const henrike = await signedIn("henrike");
  await makeFolder(henrike, team, name);
  await henrike.open("/folda");
  await henrike.follow("Lesezeichen importieren");
  await henrike.press("Datei lesen");
  expect(henrike.description("Datei")).toContain("Dies ist ein Pflichtfeld");
  await henrike.attach("Datei", new File([bookmarks], "Lesezeichen.html", { type: "text/html" })).press("Datei lesen");
  expect(henrike.text()).toContain("4 Lesezeichen");
  henrike
    .select(/^Folda/, name)
    .select(/^Ohne Ordner/, "Nicht importieren")
    .check(/^Ordnernamen als Tags/);
  await henrike.fill(/^Tag für Lesezeichen ohne Tag/, "x".repeat(120)).press("Importieren");
  expect(henrike.text()).toContain("höchstens 100 Zeichen");
  expect(henrike.value(/^Ohne Ordner/)).toBe("Nicht importieren");
  await henrike.fill(/^Tag für Lesezeichen ohne Tag/, word).press("Importieren");
  const done = "3 Beiträge abgelegt, 1 auf Ihren Wunsch ausgelassen, 2 nicht lesbar";
  await expect.poll(async () => (await henrike.open(henrike.path)).text()).toContain(done);
  const report = await henrike.fetch(henrike.addressOf(/CSV/));
  expect([report.headers["content-type"], report.text]).toEqual([expect.stringContaining("csv"), expect.stringContaining("Merkzettel")]);
  await henrike.open(`/search?tags=${word}`);
  await henrike.follow("Export");
  const exported = await henrike.fetch(henrike.addressOf("HTML", "Als Lesezeichen herunterladen"));
  expect(exported.text.match(/<A HREF="[^"]*"/g)).toEqual([expect.stringContaining(`${word}/fahrplan?von=Kiel&amp;nach=L%C3%BCbeck`)]);
});
