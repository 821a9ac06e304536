// What the runners of tests report, in one shape.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of what went wrong with a test, where it is told a second time. */
const failureLines = 25;

/** @typedef {{ passed: number, failed: number, failures: string[] }} Report
 * `failures` are the names of those that failed, with what went wrong.
 */

/**
 * @param {import("vitest/node").JsonTestResults} results of `--reporter=json`
 * @param {string} root which files are named from
 * @returns {Report}
 */
export function readVitest({ numPassedTests, numFailedTests, testResults }, root) {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter(({ status }) => status === "failed");
    // What fails outside of a test, as an import does, is told for its file.
    if (message && tests.length === 0) return [describeFailure(file, message)];
    return tests.map(({ fullName, failureMessages }) => describeFailure(`${file} › ${fullName}`, failureMessages?.join("\n") ?? ""));
  });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/**
 * @param {import("@playwright/test/reporter").JSONReport} report
 * @returns {Report}
 */
export function readPlaywright({ stats, suites, errors }) {
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) =>
          describeFailure(`${file}:${line} › ${title} [${projectName}]`, results.find(({ error }) => error)?.error?.message ?? ""),
        ),
    );
  const outside = errors.map(({ message }) => describeFailure("outside of all flows", message ?? ""));
  return { passed: stats.expected, failed: stats.unexpected, failures: [...outside, ...failures] };
}

/**
 * @param {import("@playwright/test/reporter").JSONReportSuite} suite
 * @returns {import("@playwright/test/reporter").JSONReportSpec[]}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * @param {string} name
 * @param {string} message
 */
function describeFailure(name, message) {
  const lines = stripVTControlCharacters(message).trimEnd().split("\n");
  return [name, ...lines.slice(0, failureLines)].join("\n    ");
}
