// Compares the route modules with app/routes.ts, and checks that every loader and action first asks who is there, and that links are made by
// contract/paths.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The relevant part of a route table entry. */
interface Entry {
  file: string;
  id?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Entry[] | undefined;
}

/** The functions that ask who is there. */
const guards = ["requireSession", "requireAccount", "requireToken", "visitor"];

/** Loaders and actions that reach the API without one of them, with the reason. */
type Exceptions = Record<string, string>;

const exceptions: Exceptions = {
  "features/api/api.route.ts action": "passes on an API key, which the API checks",
  "features/api/api.route.ts loader": "passes on an API key, which the API checks",
  "features/auth/locale.route.ts action": "is for visitors too, and keeps the language of who is signed in",
  "features/health/readyz.route.ts loader": "asks whether the API answers, and for no data",
};

/** One sentence for each problem. */
export function checkRoutes(appDirectory: string, table: Entry[], excepted: Exceptions = {}): string[] {
  const problems: string[] = [];
  const mounted = table.flatMap(flatten);
  const files = new Set(mounted.map(({ file }) => file));
  const modules = listFiles(appDirectory).filter((file) => /\.(route|layout)\.tsx?$/.test(file));

  for (const file of modules) if (!files.has(file)) problems.push(`${file} is not in app/routes.ts`);
  for (const file of files) if (!existsSync(join(appDirectory, file))) problems.push(`app/routes.ts mounts ${file}, which does not exist`);
  problems.push(...checkIds(mounted));
  for (const { file, path, index } of mounted) {
    const isLayout = path === undefined && !index;
    if (isLayout && !file.endsWith(".layout.tsx")) problems.push(`${file} is mounted as a layout, so its name ends in .layout.tsx`);
    if (!isLayout && !/\.route\.tsx?$/.test(file))
      problems.push(`${file} is mounted as a route, so its name ends in .route.tsx or .route.ts`);
  }

  const unused = new Set(Object.keys(excepted));
  for (const file of [...files, "root.tsx"]) {
    if (!existsSync(join(appDirectory, file))) continue;
    const module = readModule(join(appDirectory, file));
    if (file.endsWith(".route.tsx") && !module.hasDefault) problems.push(`${file} renders nothing, so its name ends in .route.ts`);
    if (file.endsWith(".route.ts") && module.hasDefault) problems.push(`${file} renders a page, so its name ends in .route.tsx`);
    for (const [name, { calls, reachesApi }] of module.functions) {
      const asks = guards.some((guard) => calls.has(guard));
      if (!file.includes(".route.")) {
        if (calls.has("requireSession") || calls.has("requireAccount"))
          problems.push(`${file}: its ${name} guards nothing, because those of its children run beside it`);
      } else if (reachesApi && !asks && !unused.delete(`${file} ${name}`)) {
        problems.push(`${file}: its ${name} reaches the API without requireSession(…), requireAccount(…), requireToken(…) or visitor(…)`);
      }
    }
  }
  for (const exception of unused) problems.push(`scripts/check-routes.ts excepts "${exception}", which needs no exception`);
  return problems;
}

function flatten(entry: Entry): Entry[] {
  return [entry, ...(entry.children ?? []).flatMap(flatten)];
}

/** Remix uses the file's path as the default id. */
function checkIds(mounted: Entry[]): string[] {
  const ids = mounted.map(({ id, file }) => id ?? file.replace(/\.tsx?$/, ""));
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...twice].map((id) => `two entries of app/routes.ts have the id ${id}`);
}

function listFiles(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}

interface RouteFunction {
  /** Names of called functions. */
  calls: Set<string>;
  /** It refers to something from `~/upstream/`. */
  reachesApi: boolean;
}

function readModule(path: string): { hasDefault: boolean; functions: Map<string, RouteFunction> } {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const upstreamNames = new Set(file.statements.flatMap(importedFromUpstream));
  const functions = new Map<string, RouteFunction>();
  let hasDefault = false;

  for (const statement of file.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isExportAssignment(statement) || modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) hasDefault = true;
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      for (const { name } of statement.exportClause.elements) {
        if (name.text === "default") hasDefault = true;
        // Re-exports cannot be analysed, so they fail.
        if (isServerHalf(name.text)) functions.set(name.text, { calls: new Set(), reachesApi: true });
      }
    }
    if (!isExported) continue;
    if (ts.isFunctionDeclaration(statement) && statement.name && isServerHalf(statement.name.text)) {
      functions.set(statement.name.text, readFunction(statement, upstreamNames));
    }
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && isServerHalf(name.text) && initializer)
          functions.set(name.text, readFunction(initializer, upstreamNames));
      }
    }
  }
  return { hasDefault, functions };
}

const isServerHalf = (name: string) => name === "loader" || name === "action";

function importedFromUpstream(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  if (!/(^~|\.\.)\/upstream\//.test(statement.moduleSpecifier.text) || statement.importClause?.isTypeOnly) return [];
  const bindings = statement.importClause?.namedBindings;
  if (!bindings) return [];
  return ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [bindings.name.text];
}

function readFunction(root: ts.Node, upstreamNames: Set<string>): RouteFunction {
  const calls = new Set<string>();
  let reachesApi = false;
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) calls.add(node.expression.text);
    if (ts.isIdentifier(node) && (upstreamNames.has(node.text) || node.text === "upstream")) reachesApi = true;
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { calls, reachesApi };
}

const linkAttributes = /^(to|action|formAction|closeTo|href)$/;
/** The functions that take paths, with the number of arguments that can be one. */
const linkFunctions = new Map(
  Object.entries({
    pageBelow: 2,
    listBelow: 2,
    overlayBeside: 3,
    beside: 1,
    redirect: 1,
    replace: 1,
    redirectWithFlash: 1,
    replaceWithFlash: 1,
    navigate: 1,
  }),
);
/** A link's path or the beginning of one; no fragment, query, file or address of another host. */
const isPath = (text: string) => /^[\w/]/.test(text) && !/^https?:|\.\w+$/.test(text);

/** Reports every link of the web application whose path does not come from contract/paths.ts. */
export function checkLinks(appDirectory: string): string[] {
  const problems: string[] = [];
  for (const path of listFiles(appDirectory)) {
    if (!/\.tsx?$/.test(path) || /\.test\.|\.examples\.|^upstream|^routes\.ts$/.test(path)) continue;
    const file = ts.createSourceFile(path, readFileSync(join(appDirectory, path), "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node) => {
      for (const link of linksOf(node, file).flatMap(ownPaths))
        problems.push(`${path}: ${link.getText(file)} is no path of contract/paths.ts`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return problems;
}

function linksOf(node: ts.Node, file: ts.SourceFile): ts.Node[] {
  if (ts.isJsxAttribute(node)) return node.initializer && linkAttributes.test(node.name.getText(file)) ? [node.initializer] : [];
  return ts.isCallExpression(node) ? node.arguments.slice(0, linkFunctions.get(node.expression.getText(file)) ?? 0) : [];
}

function ownPaths(link: ts.Node): ts.Node[] {
  if (ts.isJsxExpression(link)) return link.expression ? ownPaths(link.expression) : [];
  if (ts.isConditionalExpression(link)) return [link.whenTrue, link.whenFalse].flatMap(ownPaths);
  if (ts.isStringLiteralLike(link)) return isPath(link.text) ? [link] : [];
  if (!ts.isTemplateExpression(link)) return [];
  const isOwn = isPath(link.head.text) || link.templateSpans.some(({ literal }) => /^\/\w/.test(literal.text));
  return isOwn ? [link] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: table } = await import("../app/routes");
  const entries: Entry[] = await table;
  const appDirectory = fileURLToPath(new URL("../app", import.meta.url));
  const problems = [...checkRoutes(appDirectory, entries, exceptions), ...checkLinks(appDirectory)];
  for (const problem of problems) console.error(problem);
  console.log(`${entries.flatMap(flatten).length} routes, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
