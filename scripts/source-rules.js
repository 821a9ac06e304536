// Rules that the linter cannot hold: they need types, or know this project.
import ts from "typescript";

/** @typedef {{ node: ts.Node, message: string }} Finding */

/**
 * Statements that leave a promise to itself: when it fails nobody learns it. `await`, `void`, `.catch(…)` and `.then(…, …)` settle it.
 * @param {ts.SourceFile} file
 * @param {ts.TypeChecker} checker
 * @returns {Finding[]}
 */
export function findFloatingPromises(file, checker) {
  return findNodes(file, (node) => ts.isExpressionStatement(node) && floats(node.expression, checker)).map((node) => ({
    node,
    message: "A promise is left to itself: await it, or say `void` when its failure is handled.",
  }));
}

/**
 * @param {ts.Expression} expression
 * @param {ts.TypeChecker} checker
 * @returns {boolean}
 */
function floats(expression, checker) {
  if (ts.isParenthesizedExpression(expression)) return floats(expression.expression, checker);
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return false;
  if (ts.isConditionalExpression(expression)) return floats(expression.whenTrue, checker) || floats(expression.whenFalse, checker);
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) return false;
    return floats(expression.right, checker);
  }
  if (!isThenable(checker.getTypeAtLocation(expression), checker)) return false;
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return true;
  const { name, expression: promise } = expression.expression;
  if (name.text === "catch" && expression.arguments.length > 0) return false;
  if (name.text === "then" && expression.arguments.length > 1) return false;
  if (name.text === "finally") return floats(promise, checker);
  return true;
}

/**
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 * @returns {boolean}
 */
function isThenable(type, checker) {
  if (type.isUnion()) return type.types.some((member) => isThenable(member, checker));
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never)) return false;
  if (checker.isArrayType(type))
    return checker.getTypeArguments(/** @type {ts.TypeReference} */ (type)).some((item) => isThenable(item, checker));
  const then = type.getProperty("then");
  return then !== undefined && checker.getTypeOfSymbol(then).getCallSignatures().length > 0;
}

const textAttributes = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "closeLabel",
  "label",
  "placeholder",
  "summary",
  "title",
]);

/**
 * Words in JSX that people read: they belong into `locales/`.
 * @param {ts.SourceFile} file
 * @returns {Finding[]}
 */
export function findLiteralTexts(file) {
  const message = "People read this text: it belongs into locales/.";
  return findNodes(file, (node) => {
    if (ts.isJsxText(node)) return hasLetters(node.text);
    if (!isText(node) || !hasLetters(textOf(node))) return false;
    return isShown(node);
  }).map((node) => ({ node, message }));
}

/**
 * Whether a string is a child of an element or the value of an attribute that people read or hear.
 * @param {ts.Node} node
 */
function isShown(node) {
  let current = node;
  while (true) {
    const { parent } = current;
    if (ts.isJsxAttribute(parent)) return textAttributes.has(parent.name.getText());
    if (ts.isJsxExpression(parent)) {
      if (!ts.isJsxAttribute(parent.parent)) return true;
    } else if (ts.isConditionalExpression(parent)) {
      if (parent.condition === current) return false;
    } else if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      const isValue =
        kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
      if (!isValue && !(kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === current)) return false;
    } else if (!ts.isParenthesizedExpression(parent)) {
      return false;
    }
    current = parent;
  }
}

/** @param {ts.Node} node */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** @param {ts.Node} node */
function textOf(node) {
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ");
  return /** @type {ts.StringLiteralLike} */ (node).text;
}

/** The same in every language. */
const names = new Set(["Folda", "https://"]);

/** @param {string} text */
const hasLetters = (text) => /\p{L}/u.test(text) && !names.has(text.trim());

/**
 * Tests that wait for time instead of for what they need. Where the passing of time is what is tested, the line or the one
 * above says so in a comment that begins with `Sleeps`.
 * @param {ts.SourceFile} file
 * @returns {Finding[]}
 */
export function findSleeps(file) {
  const sleepers = new Set(["waitForTimeout"]);
  const lines = file.text.split("\n");
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !isText(statement.moduleSpecifier)) continue;
    if (!/^(node:)?timers\/promises$/.test(textOf(statement.moduleSpecifier))) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) sleepers.add(name.text);
  }
  return findNodes(file, (node) => {
    const sleeps = isPromiseOfTimeout(node) || (ts.isCallExpression(node) && sleepers.has(calledName(node)));
    if (!sleeps) return false;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return ![line - 1, line].some((number) => /\/\/\s*Sleeps\b/.test(lines[number] ?? ""));
  }).map((node) => ({
    node,
    message: "A test waits for what it needs, not for time (or says why, in a comment that begins with `Sleeps`).",
  }));
}

/** @param {ts.CallExpression} call */
function calledName({ expression }) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

/** `new Promise((resolve) => setTimeout(resolve, …))`
 * @param {ts.Node} node
 */
function isPromiseOfTimeout(node) {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "Promise") return false;
  const [executor] = node.arguments ?? [];
  if (!executor || !(ts.isArrowFunction(executor) || ts.isFunctionExpression(executor))) return false;
  const [resolve] = executor.parameters;
  if (!resolve) return false;
  return (
    findNodes(executor, (inner) => {
      if (!ts.isCallExpression(inner) || calledName(inner) !== "setTimeout") return false;
      return inner.arguments[0]?.getText() === resolve.name.getText();
    }).length > 0
  );
}

/**
 * @param {ts.Node} root
 * @param {(node: ts.Node) => boolean} matches
 * @returns {ts.Node[]}
 */
function findNodes(root, matches) {
  /** @type {ts.Node[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (matches(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
