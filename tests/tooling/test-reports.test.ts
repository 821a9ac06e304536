import { expect, test } from "vitest";
import { readPlaywright, readVitest } from "../../scripts/test-reports";

test("A unit test that failed is told by its file, its name and what went wrong", () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");
  const assertionResults = [
    { status: "passed", fullName: "adds", failureMessages: [] },
    { status: "failed", fullName: "numbers subtracts", failureMessages: ["\u001b[31mexpected 1\u001b[39m\nto be 2", long] },
  ];
  const testResults = [
    { name: "/here/app/sum.test.ts", message: "", assertionResults },
    { name: "/here/app/away.test.ts", message: "Cannot find module", assertionResults: [] },
  ];
  const report = readVitest({ numPassedTests: 1, numFailedTests: 1, testResults } as never, "/here");
  expect(report).toMatchObject({ passed: 1, failed: 1 });
  expect(report.failures[0]).toMatch("app/sum.test.ts › numbers subtracts\n    expected 1\n    to be 2\n    line 0\n");
  expect(report.failures[0]).not.toContain("line 50");
  expect(report.failures[1]).toBe("app/away.test.ts\n    Cannot find module");
});

test("A flow that failed is reported by its place and its name", () => {
  const specOf = (title: string, status: string) => ({
    title,
    file: "news.spec.ts",
    line: 7,
    tests: [{ projectName: "with-js", status, results: [{ error: { message: `${title} broke` } }, {}] }],
  });
  const suites = [{ specs: [specOf("Reads", "expected")], suites: [{ specs: [specOf("Writes", "unexpected")] }] }];
  const report = readPlaywright({ stats: { expected: 1, unexpected: 1 }, suites, errors: [{ message: "No server" }] } as never);
  expect(report).toEqual({
    passed: 1,
    failed: 1,
    failures: ["outside of all flows\n    No server", "news.spec.ts:7 › Writes [with-js]\n    Writes broke"],
  });
});
