import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { FormFile } from "./form-with-files.server";

const dataDir = mkdtempSync(join(tmpdir(), "folda-form-"));
let withFiles: typeof import("./form-with-files.server").withFiles;
let readWithoutFiles: typeof import("./form-with-files.server").readWithoutFiles;
beforeAll(async () => {
  vi.stubEnv("DATA_DIR", dataDir);
  vi.resetModules();
  ({ withFiles, readWithoutFiles } = await import("./form-with-files.server"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(dataDir, { recursive: true, force: true });
});

function formOf(fields: [string, string | File][]): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request("http://x.test", { method: "POST", body });
}

async function textOf(file: FormFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The files left in the directory for uploads. Open files have no name there. */
const lying = () => readdirSync(join(dataDir, "uploads"));

describe("A form with files", () => {
  it("returns fields and files; files can be read repeatedly", async () => {
    const text = "Grüße ".repeat(50_000);
    const request = formOf([
      ["title", "Plan"],
      ["files", new File([text], "Plan.txt")],
      ["files", new File([""], "leer.txt")],
      ["files", new File([""], "")],
      ["tags", "a"],
      ["tags", "b"],
    ]);
    const seen = await withFiles(request, async ({ body, files, tooManyFiles }) => {
      expect(lying()).toEqual([]);
      const [first] = files as [FormFile];
      expect([await textOf(first), await textOf(first)]).toEqual([text, text]);
      return { fields: [...body], files: files.map(({ name, size, isCut }) => [name, size, isCut]), tooManyFiles };
    });
    expect(seen).toEqual({
      fields: [
        ["title", "Plan"],
        ["tags", "a"],
        ["tags", "b"],
      ],
      files: [
        ["Plan.txt", Buffer.byteLength(text), false],
        ["leer.txt", 0, false],
      ],
      tooManyFiles: false,
    });
  });

  it("may have no files", async () => {
    const request = new Request("http://x.test", { method: "POST", body: new URLSearchParams({ title: "Plan" }) });
    expect(await withFiles(request, async ({ body, files }) => [body.get("title"), files])).toEqual(["Plan", []]);
  });

  it("closes its files even if the handler throws", async () => {
    let kept: FormFile | undefined;
    const answering = withFiles(formOf([["files", new File(["x"], "x")]]), async ({ files }) => {
      kept = files[0];
      throw new Error("a bug");
    });
    await expect(answering).rejects.toThrow("a bug");
    await expect(textOf(kept as FormFile)).rejects.toThrow("closed");
  });

  it("reports a file that is too long, and too many files", async () => {
    const long = new File([Buffer.alloc(25 * 1024 * 1024 + 1)], "lang.bin");
    const many = Array.from({ length: 60 }, (_, n): [string, File] => ["files", new File(["x"], `${n}`)]);
    const { names, tooManyFiles } = await withFiles(formOf([["files", long], ...many]), async ({ files, tooManyFiles: tooMany }) => ({
      names: files.map(({ name, isCut }) => (isCut ? `${name}, cut` : name)),
      tooManyFiles: tooMany,
    }));
    expect([names[0], names.length, tooManyFiles]).toEqual(["lang.bin, cut", 50, true]);
  });

  it.each([
    ["fields that are too large", () => formOf([["body", "x".repeat(2_600_000)]]), 413],
    [
      "no parts",
      () => new Request("http://x.test", { method: "POST", body: "{}", headers: { "Content-Type": "multipart/form-data; boundary=x" } }),
      400,
    ],
  ])("is rejected for %s", async (_, request, status) => {
    for (const read of [() => withFiles(request(), async () => "read"), () => readWithoutFiles(request())]) {
      const refused = await read().catch((error: unknown) => error);
      expect(refused instanceof Response && refused.status).toBe(status);
    }
  });

  it("can be read without its files", async () => {
    const { body, fileNames } = await readWithoutFiles(
      formOf([
        ["files", new File(["x".repeat(1_000_000)], "Plan.pdf")],
        ["files", new File([""], "")],
        ["title", "Plan"],
      ]),
    );
    expect([[...body], fileNames]).toEqual([[["title", "Plan"]], ["Plan.pdf"]]);
  });
});
