import { expect, test } from "vitest";
import { fileArticle, makeFolder, query, saved, signedIn, stranger, unique } from "../support/visits";

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

  expect(ayse.addressOf(team, "Pfad").href).toMatch(/\/folda#team-[\w-]+$/);
  await ayse.open(`${folder}?sort_by=views`);
  await ayse.follow("Folda bearbeiten");
  await ayse.fill("Name", `${name} neu`).fill("Beschreibung (optional)", "Erste Zeile\nzweite Zeile").press("Speichern");
  expect(ayse.text()).toContain(saved);
  // The sort order of the list below is kept.
  expect(ayse.path).toBe(`${folder}?sort_by=views`);
  await ayse.open("/folda");
  expect(ayse.text(`${name} neu`)).toContain("Erste Zeile zweite Zeile");

  const tobias = await signedIn("tobias");
  expect((await tobias.fetch(folder)).status).toBe(404);
  await ayse.open(`${folder}/edit`);
  await ayse.fill("Name oder E-Mail", "tobias@demo.example").press("Hinzufügen");
  await ayse.open(`${folder}/edit`);
  await ayse.select("Rolle von Tobias Kern", "Editor").press("Speichern Tobias Kern");
  await tobias.open("/folda");
  await tobias.follow(`${name} neu`);
  expect(tobias.path).toBe(folder);
});

test("Lena and Ayşe change the same folder: the later one is told, loses nothing, and may have the last word", async () => {
  const [stored, name] = [unique("Von Ayşe"), unique("Von Lena")];
  const [ayse, lena] = await Promise.all([signedIn("ayse"), signedIn("lena")]);
  const folder = await makeFolder(ayse, team, unique("Zu zweit"));
  await ayse.open(`${folder}/edit`);
  await ayse.fill("Name oder E-Mail", "lena@demo.example").press("Hinzufügen");
  await ayse.open(`${folder}/edit`);
  await ayse.select("Rolle von Lena Großmann", "Admin").press("Speichern Lena Großmann");
  for (const person of [ayse, lena]) await person.open(`${folder}/edit`);
  await ayse.fill("Name", stored).fill("Beschreibung (optional)", "Von Ayşe beschrieben.").press("Speichern");
  expect(ayse.text()).toContain(saved);
  await lena.fill("Name", name).press("Speichern");
  expect(lena.all("[role=alert] a")).toEqual([`Name: Inzwischen gespeichert: ${stored}`]);
  expect([lena.value("Name"), lena.value("Beschreibung (optional)")]).toEqual([name, "Von Ayşe beschrieben."]);
  await lena.press("Speichern");
  expect(lena.all("h1")).toEqual([name]);
});

test("Jana names who works in a new folder and as what, and there is none while she names somebody unknown", async () => {
  const [name, people] = [unique("Rechte"), "Name oder E-Mail"];
  const jana = await signedIn("jana");
  await jana.open("/folda/new");
  jana.fill("Name", name).select("Team", "Netz & Infrastruktur").check("Admin");
  await jana.fill(people, "miriam@demo.example, Niemand Bekanntes").press("Folda anlegen");
  expect(jana.all("[role=alert] a")).toEqual([expect.stringMatching(/^Verantwortliche: Niemand Bekanntes: /)]);
  expect([jana.value(people), jana.isChecked("Miriam Adler"), jana.isChecked("Admin")]).toEqual(["Niemand Bekanntes", true, true]);
  expect(await query("select 1 from folders where name = $1", [name])).toEqual([]);
  await jana.fill(people, "lena@demo.example, miriam@demo.example").press("Folda anlegen");
  expect(jana.all("h1")).toEqual([name]);
  const owners = await query(
    "select u.email, o.role from ownerships o join users u on u.id = o.user_id join folders f on f.id = o.folder_id where f.name = $1 order by 1",
    [name],
  );
  expect(owners).toEqual(["lena", "miriam"].map((person) => ({ email: `${person}@demo.example`, role: "admin" })));
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
  await ayse.open(`${folder}/delete`);
  expect([ayse.path, ayse.text()]).toEqual(["/folda", expect.stringContaining("Diese Folda gibt es nicht mehr")]);
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
  const visitor = await stranger().open("/nirgendwo");
  expect([visitor.status, visitor.addressOf("Anmelden", "main").pathname]).toEqual([404, "/sign-in"]);
});
