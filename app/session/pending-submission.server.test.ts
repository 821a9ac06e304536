import { describe, expect, it } from "vitest";
import { findPendingSubmission, readPendingSubmission } from "./pending-submission.server";

function sent(
  fields: Record<string, string>,
  query: Record<string, string> = { form: "/contents/1", user: "jana" },
  fileNames: string[] = [],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return findPendingSubmission(`http://localhost:3000/sign-in?${new URLSearchParams(query)}`, { body, fileNames });
}

describe("A form posted after its session expired", () => {
  it("is kept completely, except for passwords and the content of files", () => {
    const pending = sent({ body: "Zeile 1\r\nZeile 2", key: "k", currentPassword: "geheim" }, undefined, ["Plan.pdf"]);
    const fields = [
      ["body", "Zeile 1\r\nZeile 2"],
      ["key", "k"],
    ];
    expect(pending).toEqual({ action: "/contents/1", user: "jana", fields, files: ["Plan.pdf"] });
    expect(readPendingSubmission(JSON.stringify(pending))).toEqual(pending);
  });

  it.each<[string, Record<string, string>, Record<string, string>?]>([
    ["nothing was typed", { key: "k", body: " \n" }],
    ["only a password was typed", { password: "geheim" }],
    ["it is longer than an article can be", { body: "ä".repeat(150_001) }],
    ["it was posted to another site", { body: "x" }, { form: "//evil.example/" }],
  ])("is not carried along if %s", async (_, fields, query) => expect(await sent(fields, query)).toBeUndefined());

  it.each([undefined, "", "{", "null", "[]", '{"action":"https://evil.example/","fields":[]}', '{"action":"/a","fields":[["a",1]]}'])(
    "is undefined for the invalid text %s",
    (text) => expect(readPendingSubmission(text)).toBeUndefined(),
  );
});
