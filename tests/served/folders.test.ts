import { expect, test } from "vitest";
import { fileArticle, makeFolder, query, saved, signedIn, unique } from "../support/visits";

const team = "Digitalisierung & IT";

test("Ayşe creates a folder, changes it, and gives Tobias of another team rights in it", async () => {
  const name = unique("Lagebild");
  const ayse = await signedIn("ayse");
  await ayse.open("/folda");
  await ayse.follow(`Neue Folda im Team ${team}`);
  expect(ayse.value("Team")).toBe(team);
  await ayse.fill("Name", " ").fill("Beschreibung (optional)", "Warnungen").press("Folda anlegen");
  expect(ayse.all("[role=alert] a")).toEqual(["Name: Dies ist ein Pflichtfeld"]);
  expect(ayse.value("Beschreibung (optional)")).toBe("Warnungen");
  await ayse.fill("Name", name).press("Folda anlegen");
  expect([ayse.all("h1"), ayse.all("main h2")]).toEqual([[name], ["Diese Folda ist noch leer"]]);
  const { pathname: folder } = ayse.url;

  await ayse.follow("Folda bearbeiten");
  await ayse.fill("Name", `${name} neu`).fill("Beschreibung (optional)", "Erste Zeile\nzweite Zeile").press("Speichern");
  expect(ayse.text()).toContain(saved);
  await ayse.open("/folda");
  expect(ayse.text(`${name} neu`)).toContain("Erste Zeile zweite Zeile");

  const tobias = await signedIn("tobias");
  expect((await tobias.fetch(folder)).status).toBe(404);
  await ayse.open(`${folder}/edit`);
  await ayse.fill("Person hinzufügen", "tobias@demo.example").press("Hinzufügen");
  await ayse.open(`${folder}/edit`);
  await ayse.select("Rolle von Tobias Kern", "Editor").press("Speichern Tobias Kern");
  await tobias.open("/folda");
  await tobias.follow(`${name} neu`);
  expect(tobias.path).toBe(folder);
});

test("Ayşe deletes a folder, restores it from the trash, and with it its article", async () => {
  const [name, title] = [unique("Verworfen"), unique("Gesucht")];
  const ayse = await signedIn("ayse");
  const folder = await makeFolder(ayse, team, name);
  const article = await fileArticle(ayse, folder, title);
  for (const [path, button] of [
    [article, "Beitrag löschen"],
    [folder, "Folda löschen"],
  ] as const) {
    await ayse.open(`${path}/delete`);
    await ayse.press(button);
    expect((await ayse.fetch(path)).status).toBe(404);
  }
  await ayse.follow("Papierkorb", "main");
  expect(ayse.text(title)).toContain(`„${name}“ (gelöscht)`);
  await ayse.press(`Wiederherstellen ${title}`);
  expect(ayse.text()).toContain("stellen Sie zuerst die Folda wieder her");
  for (const deleted of [name, title]) {
    await ayse.open("/trash");
    await ayse.press(`Wiederherstellen ${deleted}`);
    expect(ayse.text()).toContain("Wiederhergestellt.");
  }
  await ayse.open(folder);
  expect(ayse.addressOf(title).pathname).toBe(article);
});

test("Ayşe selects several articles, moves them and gives them a tag", async () => {
  const [from, to, tag] = [unique("Ablage"), unique("Ziel"), unique("Zu zweit")];
  const [one, two, three] = [unique("Eins"), unique("Zwei"), unique("Drei")];
  const ayse = await signedIn("ayse");
  const target = await makeFolder(ayse, team, to);
  const source = await makeFolder(ayse, team, from);
  for (const title of [one, two, three]) await fileArticle(ayse, source, title);
  await ayse.follow("Auswählen");
  await ayse.check(new RegExp(one)).check(new RegExp(two)).press("Verschieben");
  expect(ayse.all("h2")).toEqual(["2 Beiträge verschieben"]);
  await ayse.select("Ziel", to).press("Verschieben");
  expect(ayse.text()).toContain("2 Beiträge verschoben.");
  expect(ayse.all("main article h2")).toEqual([three]);
  await ayse.open(target);
  await ayse.follow("Auswählen");
  await ayse.check("Alle 2 Beiträge der Liste").press("Taggen");
  await ayse.fill("Tags eingeben, mit Komma getrennt", tag).press("Tags hinzufügen");
  expect(ayse.text()).toContain("2 Beiträge geändert.");
  await ayse.follow(tag, one);
  expect(ayse.all("main article h2").sort()).toEqual([one, two].sort());
});

test("Clara, who only reads, is offered no deletion, and gets none by its address", async () => {
  const [folder] = await query("select id from folders where name = 'Presseschau'");
  const clara = await signedIn("clara");
  await clara.open(`/folda/${folder?.id}`);
  expect(clara.all("a").filter((link) => /löschen|hinzufügen|bearbeiten/i.test(link))).toEqual([]);
  await clara.open(`/folda/${folder?.id}/delete`);
  expect([clara.status, clara.all("h1")]).toEqual([403, ["Dafür fehlen Ihnen die Rechte"]]);
  await clara.open("/folda/nirgends");
  expect([clara.status, clara.all("h1")]).toEqual([404, ["Seite nicht gefunden"]]);
  await clara.follow("Zum Stream");
  expect(clara.path).toBe("/stream");
});
