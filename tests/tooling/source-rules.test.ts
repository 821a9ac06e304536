import ts from "typescript";
import { describe, expect, test } from "vitest";
import { findFloatingPromises, findLiteralTexts, findSleeps } from "../../scripts/source-rules.js";

function parse(text: string, name = "planted.tsx") {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    strict: true,
    types: [],
    jsx: ts.JsxEmit.Preserve,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) => (path === name ? file : getSourceFile(path, ...rest));
  return { file, checker: ts.createProgram([name], options, host).getTypeChecker() };
}

const save = "declare function save(): Promise<void>; declare const on: boolean; declare const query: { then(done: () => void): void };\n";

describe("a promise is left to itself in", () => {
  test.each([
    "save();",
    "save().then(() => {});",
    "save().finally(() => {});",
    "on && save();",
    "on ? save() : 1;",
    "query;",
    "[save()];",
    "async () => { save(); }",
  ])("%s", (statement) => {
    const { file, checker } = parse(save + statement);
    expect(findFloatingPromises(file, checker)).toHaveLength(1);
  });
});

describe("a promise is settled in", () => {
  test.each([
    "await save();",
    "void save();",
    "save().catch(() => {});",
    "save().then(() => {}, () => {});",
    "const later = save();",
    "() => save();",
  ])("%s", (statement) => {
    const { file, checker } = parse(save + statement);
    expect(findFloatingPromises(file, checker)).toEqual([]);
  });
});

describe("words that belong into locales/ are found in", () => {
  test.each([
    "<p>Saved</p>",
    '<p>{"Saved"}</p>',
    '<p>{on ? "Yes" : null}</p>',
    '<p>{on && "Yes"}</p>',
    '<p>{name ?? "Nobody"}</p>',
    "<p>{`Hello ${name}`}</p>",
    '<a title="More">{x}</a>',
    '<img alt="A bridge" />',
    '<input aria-label={on ? "Open" : "Close"} />',
    '<Field label="Name" />',
  ])("%s", (jsx) => {
    expect(findLiteralTexts(parse(`export const planted = ${jsx};`).file).length).toBeGreaterThan(0);
  });
});

describe("nothing to translate is in", () => {
  test.each([
    '<p>{t("saved")}</p>',
    '<p className="lead">·</p>',
    "<p>{`${a}, ${b}`}</p>",
    '<a href="/stream">{x}</a>',
    '<p>{kind === "draft" ? a : b}</p>',
    '<input placeholder="https://" />',
  ])("%s", (jsx) => {
    expect(findLiteralTexts(parse(`export const planted = ${jsx};`).file)).toEqual([]);
  });
});

describe("a test sleeps with", () => {
  test.each([
    "await page.waitForTimeout(500);",
    'import { setTimeout as sleep } from "node:timers/promises";\nawait sleep(500);',
    "await new Promise((resolve) => setTimeout(resolve, 500));",
    "await new Promise((resolve) => { setTimeout(resolve, 500); });",
  ])("%s", (text) => {
    expect(findSleeps(parse(text).file)).toHaveLength(1);
    expect(findSleeps(parse(text.replace(/^(await.*)$/m, "// Sleeps: the token has to age.\n$1")).file)).toEqual([]);
  });

  test("but not with a time limit", () => {
    expect(findSleeps(parse("setTimeout(() => controller.abort(), 500);").file)).toEqual([]);
  });
});
