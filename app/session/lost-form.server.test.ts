import { describe, expect, it } from "vitest";
import { findLostForm, readLostForm } from "./lost-form.server";

function sent(
  fields: Record<string, string>,
  query: Record<string, string> = { form: "/contents/1", user: "jana" },
  fileNames: string[] = [],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return findLostForm(`http://localhost:3000/sign-in?${new URLSearchParams(query)}`, { body, fileNames });
}

describe("What Jana typed when her session was over", () => {
  it("is carried whole, but for passwords, and for files only by their names", () => {
    const lost = sent({ body: "Zeile 1\r\nZeile 2", key: "k", currentPassword: "geheim" }, undefined, ["Plan.pdf"]);
    const fields = [
      ["body", "Zeile 1\r\nZeile 2"],
      ["key", "k"],
    ];
    expect(lost).toEqual({ action: "/contents/1", user: "jana", fields, files: ["Plan.pdf"] });
    expect(readLostForm(JSON.stringify(lost))).toEqual(lost);
  });

  it.each<[string, Record<string, string>, Record<string, string>?]>([
    ["nothing was typed", { key: "k", body: " \n" }],
    ["only a password was", { password: "geheim" }],
    ["it is longer than an article can be", { body: "ä".repeat(150_001) }],
    ["it was going to another site", { body: "x" }, { form: "//evil.example/" }],
  ])("is not carried where %s", async (_, fields, query) => expect(await sent(fields, query)).toBeUndefined());

  it.each([undefined, "", "{", "null", "[]", '{"action":"https://evil.example/","fields":[]}', '{"action":"/a","fields":[["a",1]]}'])(
    "is nothing when the form says %s",
    (text) => expect(readLostForm(text)).toBeUndefined(),
  );
});
