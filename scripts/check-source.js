// Holds the source against the rules of source-rules.js.
import { relative, sep } from "node:path";
import ts from "typescript";
import { projectRoot } from "./run.js";
import { findFloatingPromises, findLiteralTexts, findSleeps } from "./source-rules.js";

const { config, error } = ts.readConfigFile(`${projectRoot}/tsconfig.json`, ts.sys.readFile);
if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);
const program = ts.createProgram(fileNames, { ...options, skipLibCheck: true });
const checker = program.getTypeChecker();

let count = 0;
let files = 0;
for (const file of program.getSourceFiles()) {
  const path = relative(projectRoot, file.fileName).split(sep).join("/");
  if (file.isDeclarationFile || path.startsWith("node_modules/") || path.startsWith("..") || path.endsWith(".json")) continue;
  files += 1;
  const isTest = /\.(test|spec)\.tsx?$/.test(path);
  const findings = [
    ...findFloatingPromises(file, checker),
    ...(/^app\/(?!ui\/).*\.tsx$/.test(path) && !isTest ? findLiteralTexts(file) : []),
    ...(isTest ? findSleeps(file) : []),
  ];
  for (const { node, message } of findings) {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    console.error(`${path}:${line + 1}:${character + 1}  ${message}`);
    count += 1;
  }
}
console.log(`${files} files, ${count} findings`);
if (count > 0) process.exitCode = 1;
