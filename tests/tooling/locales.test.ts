import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareTexts, findUnused } from "../../scripts/check-locales";

/** Texts that the specification quotes; those that it quotes in one language only are translated in the other. */
const specified = {
  de: [
    "Dies ist ein Pflichtfeld",
    "Bitte überprüfen Sie ihre Eingaben.",
    "Sie werden in Kürze eine E-Mail von uns erhalten.",
    "Neues Passwort für Folda",
    "Der Token ist ungültig, bitte beantrage erneuet ein neues Passwort.",
    "Die beiden Passwörter stimmen nicht überein.",
    "Bitte kürzen Sie auf höchstens 1000 Zeichen.",
    "Ihr Passwort wurde erfolgreich geändert, melden Sie sich mit ihrem neuen Passwort an.",
    "Mindestens 10 Zeichen mit Buchstaben, Zahlen und Sonderzeichen.",
    "Unsicher",
    "Noch nicht gut",
    "Schon besser",
    "Sehr gut",
    "Daten erfolgreich gespeichert.",
    "Profil speichern",
  ],
  en: [
    "This field is required",
    "Please check your entries.",
    "You will receive an e-mail from us shortly.",
    "New password for Folda",
    "The token is not valid, please request a new password again.",
    "The two passwords are not the same.",
    "Please shorten this to 1000 characters at most.",
    "Your password has been changed successfully, sign in with your new password.",
    "At least 10 characters with letters, numbers and special characters.",
    "Unsecure",
    "Still not good",
    "Getting better",
    "Awesome",
    "Saved.",
    "Save profile",
  ],
};

test.each(Object.entries(specified))("The exact texts are there in %s", (locale, texts) => {
  const all = ["auth", "errors", "flash", "mail", "passwords", "settings", "shell"]
    .map((name) => readFileSync(`locales/${locale}/${name}.json`, "utf8"))
    .join("\n")
    .replaceAll("{{product}}", "Folda")
    .replaceAll(/{{(max|count)}}/g, "1000");
  expect(texts.filter((text) => !all.includes(`"${text}"`))).toEqual([]);
});

describe("two languages", () => {
  test("that agree pass", () => {
    expect(
      compareTexts(
        { a: { x: "Ja, {{name}}", n_one: "Einer", n_other: "{{count}}" } },
        { a: { x: "Yes, {{name}}", n_one: "One", n_other: "{{count}}" } },
      ),
    ).toEqual([]);
  });

  test("may have words that only contain a banned one", () => {
    expect(compareTexts({ a: { x: "Sicherung der Daten" } }, { a: { x: "Whoevers" } })).toEqual([]);
  });

  test.each([
    ["a file only one has", { a: {}, b: {} }, { a: {} }, "b.json is missing in en"],
    ["a key only one has", { a: { x: "Ja" } }, { a: {} }, "de/a.json x is missing in en"],
    ["an empty text", { a: { x: " " } }, { a: { x: "Yes" } }, "de/a.json x is empty"],
    ["another placeholder", { a: { x: "{{name}}" } }, { a: { x: "{{title}}" } }, "a.json x: {{name}} is missing in en"],
    ["half a plural", { a: { n_other: "{{count}}" } }, { a: { n_other: "{{count}}" } }, "de/a.json n_other has no form one"],
    [
      "the familiar form",
      { a: { x: "Hast du gespeichert?" } },
      { a: { x: "Saved?" } },
      "de/a.json x says „du“: people are addressed with „Sie“",
    ],
    [
      "a word with another term in German",
      { a: { x: "Mandant wählen" } },
      { a: { x: "Choose workspace" } },
      "de/a.json x says “Mandant”, which sounds translated or has another term",
    ],
    [
      "a phrase that is not English",
      { a: { x: "Wer die Adresse hat" } },
      { a: { x: "Whoever has the address" } },
      "en/a.json x says “Whoever”, which sounds translated or has another term",
    ],
  ])("differ by %s", (_what, de, en, problem) => {
    expect(compareTexts(de as Record<string, Record<string, string>>, en as Record<string, Record<string, string>>)).toContain(problem);
  });
});

describe("a key is used", () => {
  const texts = { shell: { save: "", n_one: "", n_other: "", "kind.a": "", "kind.b": "" }, lists: { more: "See $t(shell:save)" } };
  const unusedIn = (source: string) => findUnused(texts, source);
  const all = ["shell:save", "shell:n", "shell:kind.a", "shell:kind.b", "lists:more"];
  const without = (...used: string[]) => all.filter((key) => !["shell:save", ...used].includes(key)).map((key) => `${key} is not used`);

  test.each([
    ["in another text alone", "", without()],
    ["by its name", 't("n", { count })', without("shell:n")],
    ["by its name and namespace", 'const key = "lists:more"', without("lists:more")],
    ["as part of a branch", 't("shell:kind", { returnObjects: true })', without("shell:kind.a", "shell:kind.b")],
    ["made of a word that the code has", "const kinds = { a: 1 }; t(`kind.${kind}`)", without("shell:kind.a")],
    ["and not made of a word that it lacks", "t(`kind.${kind}`)", without()],
  ])("%s", (_, source, expected) => {
    expect(unusedIn(source)).toEqual(expected);
  });
});
