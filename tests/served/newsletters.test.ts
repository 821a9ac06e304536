import { beforeAll, expect, test } from "vitest";
import { post } from "../support/shared";
import type { Visitor } from "../support/visitor";
import { fileArticle, makeFolder, readMail, signedIn, stranger, unique } from "../support/visits";

const name = unique("Lage");
const [attack, defence] = [unique("Angriff"), unique("Abwehr")];
let folder: string;

beforeAll(async () => {
  const ayse = await signedIn("ayse");
  folder = await makeFolder(ayse, "Digitalisierung & IT", name);
  for (const title of [attack, defence]) await fileArticle(ayse, folder, title);
});

/** Goes through the wizard to the last step, with Lena as the only reader. */
async function prepare(ayse: Visitor, subject: string): Promise<void> {
  await ayse.open(`${folder}/mailings/new`);
  await ayse.fill("Betreff", subject).press("Weiter zu den Tags");
  await ayse.press("Weiter zu den Beiträgen");
  await ayse.press("Alle auswählen");
  await ayse.press("Weiter zu den Empfängern");
  await ayse.press("Auswahl aufheben");
  await ayse.check(/^Lena Großmann/).press("Weiter zur Übersicht");
}

test("Ayşe makes a newsletter step by step, previews it and sends it to Lena", async () => {
  const [subject, intro] = [unique("Lagebrief"), "Liebe Kolleginnen,\n\ndas war die Woche."];
  const ayse = await signedIn("ayse");
  await ayse.open(folder);
  await ayse.follow("Newsletter");
  await ayse.follow("Neuen Newsletter beginnen");
  await ayse.fill(/^Einleitung/, intro).press("Weiter zu den Tags");
  expect(ayse.all("[role=alert] a")).toEqual(["Betreff: Dies ist ein Pflichtfeld"]);
  expect(ayse.value(/^Einleitung/)).toBe(intro);
  await ayse.fill("Betreff", subject).press("Weiter zu den Tags");
  expect(ayse.all("h3")).toContain("Welche Themen kommen hinein?");
  await ayse.press("Weiter zu den Beiträgen");
  await ayse.press("Alle auswählen");
  await ayse.uncheck(new RegExp(`^${attack}`)).press("Weiter zu den Empfängern");
  await ayse.press("Auswahl aufheben");
  await ayse.press("Weiter zur Übersicht");
  expect(ayse.text()).toContain("Bitte wählen Sie mindestens einen Empfänger aus.");
  const critic = `kritik@${subject.slice(-8)}.example`;
  await ayse
    .check(/^Lena Großmann/)
    .fill(/^Vorschau senden an/, critic)
    .press("Weiter zur Übersicht");
  await ayse.press("Vorschau an 1 Adresse");
  expect((await readMail(critic)).text).toContain("das war die Woche.");
  await ayse.check("Sofort").press("Weiter zum Versand");
  expect(ayse.text()).toContain(`„${subject}“ geht sofort an 1 Person.`);
  await ayse.press("An 1 Person senden");
  expect(ayse.all("h3")).toContain("Der Newsletter ist unterwegs");
  const mail = await readMail("lena@demo.example", { subject });
  expect(mail.text).toContain(defence);
  expect(mail.text).not.toContain(attack);

  const reader = await stranger().open(ayse.addressOf(/^Newsletter ansehen/).pathname);
  expect([reader.status, reader.all("h1"), reader.all("h2")]).toEqual([200, [subject], [defence]]);
  await ayse.follow("Zum Verlauf");
  await expect.poll(async () => (await ayse.open(ayse.path)).text(subject)).toContain("1 von 1");
});

test("Lena unsubscribes by the link of a newsletter, but only by its button or by her mail provider's one click", async () => {
  const subject = unique("Abschied");
  const ayse = await signedIn("ayse");
  await prepare(ayse, subject);
  await ayse.check("Sofort").press("Weiter zum Versand");
  await ayse.press("An 1 Person senden");
  const { links } = await readMail("lena@demo.example", { subject });
  const link = links.find((one) => one.includes("/unsubscribe/")) ?? "";
  const lena = await stranger().open(link);
  expect(lena.text("main")).toContain(`lena@demo.example erhält dann keine Newsletter aus „${name}“`);
  await ayse.open(`${folder}/mailings/new`);
  await ayse.fill("Betreff", unique("Entwurf")).press("Weiter zu den Tags");
  await ayse.open(ayse.path.replace(/tags$/, "recipients"));
  expect(ayse.isChecked(/^Lena Großmann/)).toBe(true);
  await lena.press("Abbestellen");
  expect(lena.text("main")).toContain(`lena@demo.example erhält keine Newsletter aus „${name}“ mehr.`);
  await ayse.open(ayse.path);
  expect(() => ayse.check(/^Lena Großmann/)).toThrow("is disabled");
  await lena.press("Doch wieder erhalten");
  expect(lena.all("h1")).toEqual(["Wieder abonniert"]);
  await ayse.open(ayse.path);
  expect(ayse.isChecked(/^Lena Großmann/)).toBe(true);
  const headers = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
  expect((await post(new URL(link).pathname, { "List-Unsubscribe": "One-Click" }, { headers })).status).toBe(200);
  await ayse.open(ayse.path);
  expect(() => ayse.check(/^Lena Großmann/)).toThrow("is disabled");
  await lena.open(link);
  await lena.press("Doch wieder erhalten");
});

test("Ayşe schedules a newsletter for eight o'clock, and cancels that", async () => {
  const subject = unique("Vorschau");
  const ayse = await signedIn("ayse");
  await prepare(ayse, subject);
  await ayse.check("Später senden").fill("Zeitpunkt", "2001-03-01T08:00").press("Weiter zum Versand");
  expect(ayse.all("[role=alert] a")).toEqual(["Zeitpunkt: Dieser Zeitpunkt ist vorbei."]);
  const [year = "", month, day] = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10).split("-");
  const shown = `${day}.${month}.${year.slice(2)}, 08:00 Uhr`;
  await ayse.fill("Zeitpunkt", `${year}-${month}-${day}T08:00`).press("Weiter zum Versand");
  expect(ayse.text()).toContain(`Für ${shown} planen?`);
  await ayse.press("Für 1 Person planen");
  expect(ayse.text()).toContain(`Er geht am ${shown} an 1 Person.`);
  await ayse.follow("Zum Verlauf");
  expect(ayse.text(subject)).toContain(shown);
  const { pathname } = ayse.addressOf(/^Ansehen/, subject);
  expect((await ayse.fetch(pathname)).text).toContain("Dieser Newsletter ist geplant.");
  await ayse.open(`${folder}/mailings/${pathname.split("/").at(-1)}/recipients`);
  expect([ayse.path, ayse.text()]).toEqual([`${folder}/mailings`, expect.stringContaining("Dieser Newsletter ist geplant: Ändern lässt")]);
  await ayse.follow(`Planung aufheben ${subject}`);
  await ayse.press("Planung aufheben");
  expect(ayse.text()).toContain("Der Newsletter ist wieder ein Entwurf.");
  await ayse.open(`${folder}/mailings`);
  expect(ayse.text(subject)).not.toContain(shown);
});
