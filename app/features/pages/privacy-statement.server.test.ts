import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cookieNames } from "../../../contract/cookies";
import { webviewKeySeconds } from "../../../contract/rest/webview";
import { privacyStatement } from "./privacy-statement.server";

const operator = {
  name: "Nordbahn AG",
  address: "Gleisweg 1, 21337 Lüneburg",
  representatives: "Anna Albrecht",
  register: "HRB 1",
  vatId: "DE1",
  email: "datenschutz@nordbahn.example",
  phone: "+49 4131 1",
  enforcement: "Schlichtungsstelle",
  dataProtectionOfficer: "Dora Sander, dora@nordbahn.example",
  supervisoryAuthority: "Die Landesbeauftragte für den Datenschutz Niedersachsen",
};
const sections = privacyStatement({ operator, auditDays: 90, trashDays: 45 }, "Mappe");
const text = sections.flatMap(({ heading, paragraphs, items }) => [heading, ...paragraphs, ...items]).join("\n");

it("names the data protection officer, if there is one, and the authority for complaints", () => {
  expect(text).toContain("erreichen Sie unter: Dora Sander, dora@nordbahn.example.");
  expect(text).toContain("zuständigen: Die Landesbeauftragte für den Datenschutz Niedersachsen.");
  const without = privacyStatement({ operator: { ...operator, dataProtectionOfficer: "" }, auditDays: 90, trashDays: 45 }, "Mappe");
  expect(without.map(({ heading }) => heading)).not.toContain("Datenschutzbeauftragte Person");
});

it("names every cookie that the application sets, and no other", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => `app/${path}`);
  const unnamed = files.filter((file) => {
    const source = readFileSync(file, "utf8");
    return /\bserialize\(/.test(source) && /from "cookie"/.test(source) && /serialize\((?!cookieNames\.)/.test(source);
  });
  const { items = [] } = sections.find(({ heading }) => heading === "Cookies") ?? {};
  expect(items.map((item) => /^„(\w+)“/.exec(item)?.[1]).sort()).toEqual(Object.values(cookieNames).sort());
  expect(unnamed).toEqual([]);
});

it("covers controller, definitions, legal bases, visit, cookies, services, children, rights and processors", () => {
  const headings = sections.map(({ heading }) => heading);
  for (const heading of [
    "Verantwortlicher",
    "Begriffe",
    "Rechtsgrundlagen",
    "Daten beim Besuch",
    "Cookies",
    "Weitere Dienste",
    "Kinder",
    "Ihre Rechte",
    "Auftragsverarbeiter",
  ])
    expect(headings).toContain(heading);
  for (const fact of [operator.name, operator.address, operator.email, operator.phone, "unter 18 Jahren", "Mappe"])
    expect(text).toContain(fact);
});

it.each([
  ["audit log, for as long as it is configured", "nach 90 Tagen gelöscht"],
  ["trash, for as long as it is configured", "liegen 45 Tage lang"],
  ["exports", "24 Stunden lang"],
  ["demo requests", "nach 180 Tagen"],
  ["invitations", "Wer eingeladen wird"],
  ["deliveries", "Stand der Zustellung"],
  ["unsubscriptions", "abbestellt hat"],
  ["pictures of newsletters", "verkleinerte Bilder"],
  ["feeds", "Adresse eines Ihrer Feeds"],
  ["follows", "Foldas und Tags Sie folgen"],
  ["API keys", "Ihre API-Schlüssel"],
  ["a webview", "in einer eigenen App"],
  ["logs of requests", "Ihre IP-Adresse stehen nicht in unserem Protokoll"],
  ["logs of requests that are not permitted", "wird außerdem die Kennung Ihres Kontos protokolliert"],
  ["log systems of companies", "an ein Log-System Ihres Unternehmens übertragen"],
  ["readers, who are not tracked", "Leseprofile entstehen nicht"],
  ["mails, which are not followed either", "Ob Sie eine E-Mail öffnen, wird nicht erfasst"],
  ["backups", "Sicherungskopien"],
])("mentions %s", (_, words) => {
  expect(text).toContain(words);
});

it("states how long the key of an embedding app is valid", () => {
  expect(webviewKeySeconds / 60).toBe(10);
  expect(text).toContain("höchstens zehn Minuten");
});
