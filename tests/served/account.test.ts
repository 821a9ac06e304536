import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { demoPassword } from "../support/serve-for-tests.js";
import { openWorkspace } from "../support/shared";
import { addPerson, passSignIn, query, readMail, saved, signedIn, stranger, unique } from "../support/visits";

const password = "Weichenheizung-84-Prellbock";

test("Tobias mistypes his password, signs in, and out again", async () => {
  const tobias = await stranger().open("/folda?team=netz");
  expect(tobias.url.pathname).toBe("/sign-in");
  const legal = ["Impressum", "Datenschutz"].map((name) => tobias.addressOf(name, "footer").pathname);
  expect(legal).toEqual(["/de/impressum", "/de/datenschutz"]);
  await tobias.press("Anmelden", "main");
  expect(tobias.all("[role=alert] a")).toEqual(["Workspace", "E-Mail", "Passwort"].map((label) => `${label}: Dies ist ein Pflichtfeld`));
  await tobias.fill("Workspace", "demo").fill("E-Mail", "tobias@demo.example").fill("Passwort", "falsch").press("Anmelden", "main");
  expect([tobias.status, tobias.all("[role=alert]")]).toEqual([
    401,
    ["Anmeldung nicht möglich Workspace, E-Mail oder Passwort sind nicht richtig."],
  ]);
  expect(["Workspace", "E-Mail", "Passwort"].map((label) => tobias.value(label))).toEqual(["demo", "tobias@demo.example", ""]);
  await tobias.fill("Passwort", demoPassword).press("Anmelden", "main");
  expect(tobias.path).toBe("/folda?team=netz");
  for (const [asked, shown] of [
    ["/sign-in", "/settings/profile"],
    ["/", "/stream"],
  ] as const)
    expect((await tobias.open(asked)).path).toBe(shown);
  await tobias.press("Abmelden");
  expect([tobias.url.pathname, tobias.value("Workspace"), tobias.value("E-Mail")]).toEqual(["/sign-in", "demo", ""]);
  await tobias.open("/stream");
  expect(tobias.all("h1")).toEqual(["Anmelden"]);
});

test("A browser that last signed in to a workspace with device terms shows them at once", async () => {
  const visitor = await stranger().remember("lastWorkspace", "db").open("/sign-in");
  expect([visitor.value("Workspace"), visitor.all("input[name=deviceTerms]")]).toEqual(["db", [""]]);
  await visitor.open("/password-reset");
  expect(visitor.value("Workspace")).toBe("db");
  await visitor.remember("lastWorkspace", "x".repeat(2000)).open("/sign-in");
  expect([visitor.value("Workspace"), visitor.all("input[name=deviceTerms]")]).toEqual(["", []]);
});

test("Ole signs up, cannot sign in before he follows the link of the mail, and then completes his profile", async () => {
  const email = `ole-${randomUUID().slice(0, 8)}@demo.example`;
  const ole = await stranger().open("/sign-in");
  await ole.follow("Registrieren", "main");
  expect(ole.all("h1")).toEqual(["Registrieren"]);
  ole.fill("Workspace", "demo").fill("E-Mail", email).fill("Passwort", password).fill("Passwort wiederholen", "anders");
  await ole.press("Registrieren");
  expect(ole.all("[role=alert] a")).toEqual(["Passwort wiederholen: Die beiden Passwörter stimmen nicht überein."]);
  for (const [label, wrong, right, error] of [
    ["Workspace", "nirgendwo", "demo", /^Workspace: In diesem Workspace ist keine Registrierung ohne Einladung möglich\./],
    ["E-Mail", "ole@evil.example", email, /^E-Mail: Mit dieser Adresse ist in diesem Workspace keine Registrierung möglich\./],
  ] as const) {
    await ole.fill(label, wrong).fill("Passwort", password).fill("Passwort wiederholen", password).press("Registrieren");
    expect([ole.all("[role=alert] a"), ole.value(label), ole.value("Passwort")]).toEqual([[expect.stringMatching(error)], wrong, ""]);
    ole.fill(label, right);
  }
  await ole.fill("Passwort", password).fill("Passwort wiederholen", password).press("Registrieren");
  expect(ole.path).toBe("/sign-up/sent");
  const [link = ""] = (await readMail(email)).links;

  await passSignIn(ole, email, password);
  expect(ole.all("[role=alert]")).toEqual([expect.stringContaining("bestätig")]);
  await ole.open(link);
  expect(ole.text()).toContain(email);
  await ole.press("E-Mail-Adresse bestätigen");
  await passSignIn(ole, email, password);
  expect(ole.path).toBe("/complete-profile");
  await ole.check("Herr").fill("Vorname", "Ole").press("Profil speichern");
  expect(ole.all("[role=alert] a")).toEqual(["Nachname: Dies ist ein Pflichtfeld"]);
  expect([ole.isChecked("Herr"), ole.value("Vorname")]).toEqual([true, "Ole"]);
  await ole.fill("Nachname", "Brinkmann").press("Profil speichern");
  expect(ole.path).toBe("/stream");
  await ole.open("/complete-profile");
  expect(ole.path).toBe("/stream");
  await ole.open("/folda");
  expect(ole.text("main")).toMatch(/^Foldas.*Ole Brinkmann \(persönlich\).*Eingang/);
});

test.each([
  ["/email_confirmations/altered", "Dieser Link ist ungültig, abgelaufen oder wurde bereits verwendet."],
  ["/invitations/altered", "Einladung nicht mehr gültig oder bereits bestätigt"],
])("A link that was altered, %s, leads to words that help", async (path, text) => {
  const visitor = await stranger().open(path);
  expect([visitor.status, visitor.all("[role=alert]"), visitor.all("main button")]).toEqual([404, [text], []]);
});

test("Ole forgot his password, and sets a new one by the link of a mail, once", async () => {
  const email = await addPerson("Ole", "Brinkmann");
  const ole = await stranger().open("/sign-in");
  await ole.follow("Passwort vergessen?");
  await ole.fill("Workspace", "demo").press("Link anfordern");
  expect(ole.all("[role=alert] a")).toEqual(["E-Mail: Dies ist ein Pflichtfeld"]);
  expect(ole.value("Workspace")).toBe("demo");
  await ole.fill("E-Mail", email).press("Link anfordern");
  expect(ole.path).toBe("/sign-in");
  const [link = ""] = (await readMail(email, { subject: "Neues Passwort" })).links;

  await ole.open(link);
  const early = await stranger().open(link);
  const set = (who: typeof ole, typed: string, again = typed) =>
    who.fill("Neues Passwort", typed).fill("Neues Passwort wiederholen", again).press("Passwort festlegen");
  await set(ole, password, `${password}!`);
  expect(ole.description("Neues Passwort wiederholen")).toBe("Die beiden Passwörter stimmen nicht überein.");
  await set(ole, "Zug ".repeat(2500));
  const hint = "Mindestens 10 Zeichen mit Buchstaben, Zahlen und Sonderzeichen.";
  expect(ole.description("Neues Passwort")).toBe(`${hint} Bitte kürzen Sie auf höchstens 1000 Zeichen.`);
  // Outer spaces and emoji are part of a password.
  const own = ` 🚂 ${password} `;
  await set(ole, own);
  for (const wrong of [demoPassword, own.trim()]) {
    await passSignIn(ole, email, wrong);
    expect(ole.text("main")).toContain("Workspace, E-Mail oder Passwort sind nicht richtig.");
  }
  await passSignIn(ole, email, own);
  expect(ole.path).toBe("/stream");
  await set(early, password);
  expect([early.status, early.text("main")]).toEqual([404, expect.stringContaining("Der Token ist ungültig")]);
  await ole.open(link);
  expect([ole.status, ole.text("main")]).toEqual([404, expect.stringContaining("Dieser Link wurde bereits verwendet")]);
});

test("Ole types a position that is too long into his profile and loses nothing else", async () => {
  const ole = await signedIn(await addPerson("Ole", "Brinkmann"));
  const [position, tags, interest] = ["Position (optional)", "Tags eingeben, mit Komma getrennt", unique("Nachtzug")];
  await ole.open("/settings/profile");
  await ole.fill("Nachname", "Ångström").fill(position, "x".repeat(1001)).fill(tags, interest).check("Dunkel").press("Profil speichern");
  expect(ole.all("[role=alert] a")).toEqual(["Position: Bitte kürzen Sie auf höchstens 1000 Zeichen."]);
  expect([ole.value("Nachname"), ole.value(tags), ole.isChecked("Dunkel")]).toEqual(["Ångström", interest, true]);
  await ole.fill(position, "Referent").press("Profil speichern");
  expect(ole.text()).toContain(saved);
  await ole.open("/stream");
  expect(ole.text("header")).toContain("Ole Ångström");
  await ole.open("/settings/profile");
  expect([ole.value(position), ole.isChecked(interest), ole.isChecked("Dunkel")]).toEqual(["Referent", true, true]);
});

test("Piotr reads German, and the page stays the same", async () => {
  const piotr = await signedIn(await addPerson("Piotr", "Nowak"));
  await piotr.open("/stream?sort_by=views&sort_dir=asc");
  await piotr.press("English");
  expect([piotr.path, piotr.document.documentElement.lang]).toEqual(["/stream?sort_by=views&sort_dir=asc", "en"]);
  await piotr.open("/folda");
  await piotr.press("Deutsch");
  expect([piotr.path, piotr.document.documentElement.lang]).toEqual(["/folda", "de"]);
  await piotr.open("/de/impressum?x=1");
  await piotr.press("English");
  expect([piotr.path, piotr.document.documentElement.lang]).toEqual(["/en/imprint?x=1", "en"]);
});

test("Nora reads that her workspace is disabled, with her next page and when she signs in", async () => {
  const { name: workspace } = await openWorkspace({ nora: "owner" });
  const nora = await stranger().open("/stream");
  const signIn = () =>
    nora.fill("Workspace", workspace).fill("E-Mail", "nora@werk.example").fill("Passwort", demoPassword).press("Anmelden", "main");
  await signIn();
  expect(nora.path).toBe("/stream");
  await query("update clients set disabled_at = now() where workspace = $1", [workspace]);
  await nora.open("/stream");
  const told = expect.stringContaining("Ihr Workspace ist zurzeit gesperrt.");
  expect([nora.url.pathname, nora.text()]).toEqual(["/sign-in", told]);
  await signIn();
  expect(nora.all("[role=alert]")).toEqual([told]);
});
