// Compares the texts of the two languages, and finds those that no code names. That every key exists is checked by the types of keys.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "./project-root.js";

/** Namespace → key → text, with nested keys joined by dots. */
type Texts = Record<string, Record<string, string>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Reads `locales/<language>/*.json`. */
export function readTexts(directory: string): Texts {
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => [basename(name, ".json"), flatten(JSON.parse(readFileSync(join(directory, name), "utf8")))]),
  );
}

function flatten(value: object, prefix = ""): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) =>
      typeof item === "string" ? { [prefix + key]: item } : flatten(item, `${prefix}${key}.`),
    ),
  );
}

const anyOf = (...phrases: string[]) => new RegExp(`(?<![\\p{L}-])(${phrases.join("|")})(?![\\p{L}-])`, "u");

/** Words for which the product has another term, and phrases of one language in the words of the other. */
const bannedWords = {
  de: anyOf(
    "Mandant(en)?",
    "[Ss]ichern",
    "[Dd]as Tag",
    "[Ee]in Tag wählen",
    "weiteres Tag",
    "[Vv]on Hand",
    "beim Zeigen",
    "Ungewiss",
    "So viele .* stehen hier nicht",
    "(ändert|entfernt)( oder (ändert|entfernt))? niemand",
    "Das dürfen Sie hier nicht",
    "Das ist Ihnen nicht erlaubt",
    "Das gibt es nicht",
    "Lesbar ist",
    "Darf geteilt werden",
    "Teilen erlaubt",
    "Quelle extern öffnen",
    "Nach Neuem sehen",
    "Womit neue Beiträge beginnen",
    "in keine Folda Beiträge legen",
    "gibt es niemanden",
    "Mit der Bestätigung gilt",
    "^Übergeben$",
    "Zu einem Zeitpunkt",
    "Alles richtig\\?",
  ),
  en: anyOf(
    "Whoever",
    "whoever",
    "Who (manages|edits|composes)",
    "[Oo]nce more",
    "all the same",
    "[Ll]ooks? after",
    "counts? (once|everywhere|only)",
    "[Bb]y hand",
    "[Rr]ead along",
    "not that (long|many)",
    "[Tt]here is no such thing",
    "[Mm]ake yourself",
    "Stands below",
    "Manage client",
    "somebody of",
    "at present",
    "any more then",
    "to take over",
    "[Oo]pen source externally",
    "Straight to the source",
    "Look for new",
    "Everything right",
    "Which (articles|topics) go in",
    "Begin a new",
    "Nothing to object",
    "[Oo]pen large",
    "At a date and time",
    "Make the export",
    "Being made",
    "Did not work",
    "Give tags to",
    "Only who",
    "Get them again",
    "To the history",
    "[Tt]hat was(n’t| not) you",
    "came in between",
    "not sent any more",
    "^The (comment|article|Folda|tag|team|member|newsletter|invitation|session) is (deleted|withdrawn|ended)",
  ),
};

/** Differences between the two languages, and mistakes in one of them. */
export function compareTexts(de: Texts, en: Texts): string[] {
  const problems: string[] = [];
  for (const namespace of new Set([...Object.keys(de), ...Object.keys(en)])) {
    const [inGerman, inEnglish] = [de[namespace], en[namespace]];
    if (!inGerman || !inEnglish) {
      problems.push(`${namespace}.json is missing in ${inGerman ? "en" : "de"}`);
      continue;
    }
    const pair = { de: inGerman, en: inEnglish };
    for (const [language, other] of [["de", "en"] as const, ["en", "de"] as const]) {
      const texts = pair[language];
      for (const [key, text] of Object.entries(texts)) {
        const where = `${language}/${namespace}.json ${key}`;
        if (text.trim() === "") problems.push(`${where} is empty`);
        if (pluralSuffix.test(key)) problems.push(...missingPlurals(language, key, texts).map((form) => `${where} has no form ${form}`));
        if (!(key in pair[other])) problems.push(`${where} is missing in ${other}`);
        else if (language === "de")
          problems.push(...comparePlaceholders(key, text, inEnglish[key] ?? "").map((problem) => `${namespace}.json ${key}: ${problem}`));
      }
    }
  }
  for (const [language, all] of Object.entries({ de, en }))
    for (const [namespace, texts] of Object.entries(all))
      for (const [key, text] of Object.entries(texts)) {
        const banned = bannedWords[language as keyof typeof bannedWords].exec(text);
        if (banned) problems.push(`${language}/${namespace}.json ${key} says “${banned[0]}”, which sounds translated or has another term`);
      }
  for (const [namespace, texts] of Object.entries(de)) {
    for (const [key, text] of Object.entries(texts)) {
      const familiar = /(?<![\p{L}-])(du|dich|dir|dein(e|en|em|er|es)?|euch|euer|eure[nmrs]?)(?![\p{L}-])/iu.exec(text);
      if (familiar) problems.push(`de/${namespace}.json ${key} says „${familiar[0]}“: people are addressed with „Sie“`);
    }
  }
  return problems;
}

function missingPlurals(language: string, key: string, texts: Record<string, string>): string[] {
  const stem = key.replace(pluralSuffix, "");
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => !(`${stem}_${form}` in texts));
}

const placeholdersOf = (text: string) => new Set([...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name = ""]) => name));

function comparePlaceholders(key: string, de: string, en: string): string[] {
  const inGerman = placeholdersOf(de);
  const inEnglish = placeholdersOf(en);
  // "One comment" needs no number.
  const mayLack = (name: string) => name === "count" && pluralSuffix.test(key) && !key.endsWith("_other");
  const lacking = (names: Set<string>, others: Set<string>) => [...names].filter((name) => !others.has(name) && !mayLack(name));
  return [
    ...lacking(inGerman, inEnglish).map((name) => `{{${name}}} is missing in en`),
    ...lacking(inEnglish, inGerman).map((name) => `{{${name}}} is missing in de`),
  ];
}

/**
 * Keys that no string or template of the sources names, as `namespace:key`. Names may lack the namespace or the last parts of a key, and
 * `${…}` is for any part that occurs as a word in the sources.
 */
export function findUnused(texts: Texts, source: string): string[] {
  const words = new Set(source.match(/\w+/g));
  const named = new Set<string>();
  const templates = new Set<string>();
  for (const [, , text = ""] of source.matchAll(/(["'`])((?:\w+:)?(?:[\w.]|\$\{[^{}]*\})+)\1/g))
    (text.includes("${") ? templates : named).add(text);
  for (const [, key = ""] of Object.values(texts).flatMap((keys) =>
    Object.values(keys).flatMap((text) => [...text.matchAll(/\$t\(([^),]+)/g)]),
  ))
    named.add(key.trim());
  const patterns = [...templates].map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replace(/\$\{[^{}]*\}/g, "([^.:]+)")}$`));

  const isNamed = (name: string) =>
    named.has(name) ||
    patterns.some((pattern) =>
      pattern
        .exec(name)
        ?.slice(1)
        .every((part) => words.has(part)),
    );
  const isUsed = (namespace: string, key: string) => {
    const parts = key.split(".");
    const fronts = parts.map((_, index) => parts.slice(0, index + 1).join("."));
    return isNamed(key) || fronts.some((front) => isNamed(`${namespace}:${front}`));
  };
  return Object.entries(texts).flatMap(([namespace, keys]) =>
    [...new Set(Object.keys(keys).map(stemOf))].filter((key) => !isUsed(namespace, key)).map((key) => `${namespace}:${key} is not used`),
  );
}

const stemOf = (key: string) => key.replace(pluralSuffix, "");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const de = readTexts(join(projectRoot, "locales/de"));
  const en = readTexts(join(projectRoot, "locales/en"));
  const sources = ["api", "app", "contract"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /(?<!\.(test|d))\.tsx?$/.test(path))
      .map((path) => readFileSync(join(projectRoot, folder, path), "utf8")),
  );
  const problems = [...compareTexts(de, en), ...findUnused(en, sources.join("\n"))];
  for (const problem of problems) console.error(problem);
  console.log(`${Object.values(en).flatMap(Object.keys).length} texts in ${Object.keys(en).length} files, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
