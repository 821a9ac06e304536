import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addPerson, passSignIn, readMail, signedIn, stranger, unique } from "../support/visits";

test("Jana creates a team, adds Ole, and makes him an admin, who adds Lena", async () => {
  const [name, lastName] = [unique("Fahrgastrechte"), unique("Brinkmann")];
  const email = await addPerson("Ole", lastName);
  const jana = await signedIn("jana");
  await jana.open("/folda");
  await jana.follow("Teams");
  await jana.follow("Neues Team");
  await jana.fill("Name", "x".repeat(1001)).press("Team anlegen");
  expect(jana.description("Name")).toContain("Bitte kürzen Sie auf höchstens 1000 Zeichen.");
  await jana.fill("Name", name).press("Team anlegen");
  expect(jana.all("h1")).toEqual([name]);
  const { pathname: members } = jana.url;
  await jana.follow("Mitglied hinzufügen");
  await jana.fill("Name oder E-Mail", `${email}, Niemand Nirgends`).press("Hinzufügen");
  expect(jana.text()).toContain("Niemand Nirgends: Diese Person gibt es in Ihrem Workspace nicht.");
  expect(jana.value("Name oder E-Mail")).toBe("Niemand Nirgends");
  await jana.open(members);
  expect(jana.value(/^Rolle/, lastName)).toBe("Editor");
  const ole = await signedIn(email);
  await ole.open(members);
  expect(ole.all("main a")).not.toContain("Mitglied hinzufügen");
  await jana.select(/^Rolle/, "Admin", lastName).pressBeside(`Rolle von Ole ${lastName}`, /^Speichern/);
  expect(jana.value(/^Rolle/, lastName)).toBe("Admin");
  await ole.open(members);
  await ole.follow("Mitglied hinzufügen");
  await ole.fill("Name oder E-Mail", "lena@demo.example").press("Hinzufügen");
  expect(ole.value("Rolle von Lena Großmann")).toBe("Editor");
});

test("Jana is asked before there are two teams of one name", async () => {
  const name = unique("Doppelt");
  const jana = await signedIn("jana");
  for (const typed of [name, name.toUpperCase()]) {
    await jana.open("/teams/new");
    await jana.fill("Name", typed).press("Team anlegen");
  }
  expect(jana.all("[role=alert] a")).toEqual([
    "Name: Ein Team mit diesem Namen gibt es schon. Speichern Sie noch einmal, wenn auch dieses so heißen soll.",
  ]);
  await jana.press("Team anlegen");
  expect(jana.all("h1")).toEqual([name.toUpperCase()]);
});

test("Nadia is invited by Jana, and accepts by the link of the mail", async () => {
  const email = `nadia-${randomUUID().slice(0, 8)}@partner.example`;
  const jana = await signedIn("jana");
  await jana.open("/client/invitations");
  await jana.follow("Einladen");
  await jana.fill(/E-Mail/, `${email}, unfertig`).press("Einladungen senden");
  expect(jana.text()).toContain("„unfertig“");
  await jana.fill(/E-Mail/, email).press("Einladungen senden");
  expect(jana.text()).toContain("Die Einladung ist unterwegs.");
  expect(jana.text(email)).toContain("Erneut senden");
  const mail = await readMail(email);
  const nadia = await stranger().open(mail.links[0] ?? "");
  expect(nadia.text("main")).toContain(email);
  await nadia.press("Einladung bestätigen");
  expect(nadia.text("main")).toContain("Einladung bestätigt");
  const given = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec((await readMail(email, { after: mail })).text)?.[0] ?? "";
  await nadia.follow("Zur Anmeldung");
  await passSignIn(nadia, email, given);
  expect(nadia.path).toBe("/complete-profile");
  await nadia.check("Frau").fill("Vorname", "Nadia").fill("Nachname", "Öztürk").press("Profil speichern");
  expect(nadia.path).toBe("/update-password");
  const own = "Drei Möwen & 41 Weichen";
  await nadia
    .fill("Aktuelles Passwort", given)
    .fill("Neues Passwort", own)
    .fill("Neues Passwort wiederholen", own)
    .press("Passwort ändern");
  expect(nadia.path).toBe("/stream");
  await nadia.press("Abmelden");
  await passSignIn(nadia, email, given);
  expect(nadia.text("main")).toContain("Workspace, E-Mail oder Passwort sind nicht richtig.");
  await passSignIn(nadia, email, own);
  expect(nadia.path).toBe("/stream");
  await jana.open("/client/members");
  expect(jana.text(email)).toContain("Nadia Öztürk");
});
