import ts from "typescript";
import { describe, expect, test } from "vitest";
import { compareTexts, compareWithUse, findUses } from "../../scripts/check-locales";

describe("two languages", () => {
  test("that say the same are left alone", () => {
    expect(
      compareTexts(
        { a: { x: "Ja, {{name}}", n_one: "Einer", n_other: "{{count}}" } },
        { a: { x: "Yes, {{name}}", n_one: "One", n_other: "{{count}}" } },
      ),
    ).toEqual([]);
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
  ])("differ by %s", (_what, de, en, problem) => {
    expect(compareTexts(de as Record<string, Record<string, string>>, en as Record<string, Record<string, string>>)).toContain(problem);
  });
});

describe("the keys that code asks for", () => {
  const texts = {
    shell: { save: "", "kind.a": "", "kind.b": "", n_one: "", n_other: "" },
    lists: { more: "" },
    api: { gone: "", failed: "" },
  };
  const declarations =
    'declare function useTranslation(ns: string | string[]): { t: (key: string, values?: object) => string };\ndeclare const kind: "a" | "b";\ndeclare const other: string;\n';

  function usesOf(text: string, name = "/app/planted.ts") {
    const file = ts.createSourceFile(name, declarations + text, ts.ScriptTarget.ES2022, true);
    const host = ts.createCompilerHost({});
    const { getSourceFile } = host;
    host.getSourceFile = (path, ...rest) => (path === name ? file : getSourceFile(path, ...rest));
    const program = ts.createProgram([name], { types: [], strict: true, target: ts.ScriptTarget.ES2022 }, host);
    return findUses(program, texts, (path) => path === name);
  }
  const keys = (text: string, name?: string) => usesOf(text, name).map(({ key }) => key);

  test.each([
    ["in the namespace of useTranslation", 'const { t } = useTranslation("shell"); t("save");', ["shell:save"]],
    [
      "in the first of several",
      'const { t } = useTranslation(["lists", "shell"]); t("more"); t("shell:save");',
      ["lists:more", "shell:save"],
    ],
    ["made of a union", 'const { t } = useTranslation("shell"); t(`kind.${kind}`);', ["shell:kind.a", "shell:kind.b"]],
    ["made of what only runs", 'const { t } = useTranslation("shell"); t(`kind.${other}`);', ["shell:kind.*"]],
    ["either or", 'const { t } = useTranslation("shell"); t(other ? "save" : "n");', ["shell:save", "shell:n"]],
    ["passed on", 'export const key = "lists:more";', ["lists:more"]],
  ])("%s are found", (_what, text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  test("in the API are found", () => {
    expect(
      keys(
        'declare function apiText(l: string, key: string): string; apiText("de", "failed"); export const map = { text: "gone" };',
        "/api/planted.ts",
      ),
    ).toEqual(["api:failed", "api:gone"]);
  });

  test("and are not there are found, like those that nobody asks for", () => {
    const uses = usesOf('const { t } = useTranslation("shell"); t("save"); t(`kind.${other}`); t("n", { count: 1 }); t("lost");');
    expect(compareWithUse(texts, uses)).toEqual([
      "shell:lost does not exist (/app/planted.ts:4)",
      "nobody uses lists:more",
      "nobody uses api:gone",
      "nobody uses api:failed",
    ]);
  });
});
