// Holds the two languages against each other, and against what the code asks for.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { projectRoot } from "./run.js";

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

/** What the two languages do not share, and what is wrong in one of them. */
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

interface Use {
  /** `namespace:key`, without plural form; `*` stands for a part that only the running program knows. */
  key: string;
  where: string;
}

/**
 * Every key that the program can ask for. The types tell them: a key made of parts is one for every value that its parts
 * can have.
 */
export function findUses(program: ts.Program, texts: Texts, isOurs: (path: string) => boolean): Use[] {
  const checker = program.getTypeChecker();
  const uses: Use[] = [];
  const namespaces = Object.keys(texts);
  const apiKeys = new Set(Object.keys(texts.api ?? {}).map(stemOf));
  const namespaced = new RegExp(`^(${namespaces.join("|")}):`);

  for (const file of program.getSourceFiles()) {
    if (!isOurs(file.fileName)) continue;
    const add = (node: ts.Node, keys: string[]) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      for (const key of keys) uses.push({ key, where: `${file.fileName}:${line + 1}` });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const [first, second] = node.arguments;
        const name = ts.isIdentifier(node.expression) ? node.expression.text : "";
        const namespace = name === "t" ? defaultNamespace(node.expression, checker) : undefined;
        if (namespace && first)
          add(
            first,
            literalsOf(first, checker)
              .filter((key) => !namespaced.test(key))
              .map((key) => `${namespace}:${key}`),
          );
        if (name === "apiText" && second && ts.isStringLiteralLike(second)) add(second, [`api:${second.text}`]);
      }
      // A table of the API names its texts by key alone, and its type is every key there is.
      if (ts.isPropertyAssignment(node) && /\/api\//.test(file.fileName) && ts.isStringLiteralLike(node.initializer)) {
        if (apiKeys.has(node.initializer.text)) add(node, [`api:${node.initializer.text}`]);
      }
      // Keys that carry their namespace say what they are wherever they stand.
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
      if (isText && !ts.isImportDeclaration(node.parent))
        add(
          node,
          literalsOf(node, checker).filter((key) => namespaced.test(key)),
        );
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return uses;
}

/** The first namespace that `useTranslation` was given for this `t`; undefined for a `t` whose keys carry theirs. */
function defaultNamespace(t: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const declaration = checker.getSymbolAtLocation(t)?.valueDeclaration;
  if (!declaration || !ts.isBindingElement(declaration)) return undefined;
  const { initializer } = declaration.parent.parent as ts.VariableDeclaration;
  if (!initializer || !ts.isCallExpression(initializer)) return undefined;
  const [names] = initializer.arguments;
  const first = names && ts.isArrayLiteralExpression(names) ? names.elements[0] : names;
  return first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** The values that an expression can have, as far as its type names them. */
function literalsOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression, checker);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue, checker), ...literalsOf(node.whenFalse, checker)];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (beginnings, { expression, literal }) => {
        const known = ts.isAsExpression(expression) ? [] : literalsOf(expression, checker);
        const values = known.length > 0 ? known : ["*"];
        return beginnings.flatMap((beginning) => values.map((value) => `${beginning}${value}${literal.text}`));
      },
      [node.head.text],
    );
  }
  return literalsOfType(checker.getTypeAtLocation(node), checker);
}

function literalsOfType(type: ts.Type, checker: ts.TypeChecker): string[] {
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : type;
  if (!constraint) return [];
  if (constraint.isUnion()) return constraint.types.flatMap((member) => literalsOfType(member, checker));
  return constraint.isStringLiteral() || constraint.isNumberLiteral() ? [String(constraint.value)] : [];
}

const stemOf = (key: string) => key.replace(pluralSuffix, "");

/** Keys that are asked for and not there, and keys that nobody asks for. */
export function compareWithUse(texts: Texts, uses: Use[]): string[] {
  const there = [
    ...new Set(Object.entries(texts).flatMap(([namespace, keys]) => Object.keys(keys).map((key) => `${namespace}:${stemOf(key)}`))),
  ];
  const insideTexts = Object.values(texts).flatMap((keys) =>
    Object.values(keys).flatMap((text) => [...text.matchAll(/\$t\(([^),]+)/g)].map(([, key = ""]) => key.trim())),
  );
  const used = [...new Set([...uses.map(({ key }) => key), ...insideTexts])].map((key) => ({ key, pattern: patternOf(key) }));
  const missing = new Set(used.filter(({ pattern }) => !there.some((key) => pattern.test(key))).map(({ key }) => key));
  return [
    ...uses.filter(({ key }) => missing.has(key)).map(({ key, where }) => `${key} does not exist (${where})`),
    ...there.filter((key) => !used.some(({ pattern }) => pattern.test(key))).map((key) => `nobody uses ${key}`),
  ];
}

/** Whoever asks for a branch uses everything on it. */
function patternOf(key: string): RegExp {
  const parts = key.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^.]+")}(\\..+)?$`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const de = readTexts(join(projectRoot, "locales/de"));
  const en = readTexts(join(projectRoot, "locales/en"));
  const config = ts.getParsedCommandLineOfConfigFile(
    join(projectRoot, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => console.error(messageText) },
  );
  if (!config) process.exit(1);
  const isOurs = (path: string) => /\/(app|api)\/[^:]*\.tsx?$/.test(path.replace(projectRoot, "")) && !/\.(test|d)\.tsx?$/.test(path);
  const program = ts.createProgram(config.fileNames, config.options);
  const uses = findUses(program, en, isOurs).map(({ key, where }) => ({ key, where: where.replace(`${projectRoot}/`, "") }));
  const problems = [...compareTexts(de, en), ...compareWithUse(en, uses)];
  for (const problem of problems) console.error(problem);
  console.log(`${Object.values(en).flatMap(Object.keys).length} texts in ${Object.keys(en).length} files, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
