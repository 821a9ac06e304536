import { describe, expect, it } from "vitest";
import { type FilePart, MultipartRefused, readMultipart, writeMultipart } from "./multipart.server";

const limits = { fieldBytes: 1000, fileBytes: 100, files: 2, bytes: 3_000_000 };

const file = (content: string, name: string) => new File([content], name);

/** A form as a browser sends it. */
function formOf(...entries: [string, string | File][]): Request {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return new Request("http://x.test", { method: "POST", body });
}

/** The same form as raw chunks with the boundary `x`; `end` is how the stream ends. */
function rawForm(chunks: string[], end: "close" | "error" = "close"): Request {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (end === "close") controller.close();
      else controller.error(new Error("the connection is gone"));
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  return new Request("http://x.test", { ...init, headers: { "Content-Type": "multipart/form-data; boundary=x" } });
}

async function read(request: Request, own: Partial<typeof limits> = {}) {
  const keep = async ({ field, filename, content }: FilePart) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return { field, filename, text: Buffer.concat(chunks).toString(), truncated: content.truncated };
  };
  const { fields, files: kept, tooManyFiles } = await readMultipart(request, { ...limits, ...own }, keep);
  return { fields: [...fields], kept, tooManyFiles };
}

const reasonOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => "read",
    (error: unknown) => (error instanceof MultipartRefused ? error.reason : error),
  );

describe("A multipart form", () => {
  it("returns its fields and files, in any order", async () => {
    expect(
      await read(
        formOf(["files", file("one", "a.txt")], ["title", "Grüße\r\n🚂"], ["files", file("", "b.txt")], ["tag", "x"], ["tag", "y"]),
      ),
    ).toEqual({
      fields: [
        ["title", "Grüße\r\n🚂"],
        ["tag", "x"],
        ["tag", "y"],
      ],
      kept: [
        { field: "files", filename: "a.txt", text: "one", truncated: false },
        { field: "files", filename: "b.txt", text: "", truncated: false },
      ],
      tooManyFiles: false,
    });
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\fakepath\\Bericht.pdf", "Bericht.pdf"],
    ["Brücke 🌉 100% fertig.jpg", "Brücke 🌉 100% fertig.jpg"],
    ["x".repeat(3000), "x".repeat(3000)],
    ["", ""],
  ])("calls a file %j %j", async (sent, filename) => {
    expect((await read(formOf(["files", file("1", sent)]))).kept).toMatchObject([{ filename }]);
  });

  it("keeps the order of its files, however long each takes", async () => {
    const names = ["first", "second", "third"];
    let letGo = () => {};
    const lastIsThere = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const keep = async ({ filename, content }: FilePart) => {
      for await (const _ of content);
      if (filename === "third") letGo();
      await lastIsThere;
      return filename;
    };
    const request = formOf(...names.map((name): [string, File] => ["files", file("x", name)]));
    expect((await readMultipart(request, { ...limits, files: 3 }, keep)).files).toEqual(names);
  });

  it("truncates a file that is too long, and continues with the next", async () => {
    const { kept } = await read(formOf(["a", file("x".repeat(101), "long")], ["b", file("x".repeat(100), "fits")]));
    expect(kept.map(({ text, truncated }) => [text.length, truncated])).toEqual([
      [100, true],
      [100, false],
    ]);
  });

  it("skips excess files, and reads the fields after them", async () => {
    const files = Array.from({ length: 500 }, (_, n): [string, File] => ["files", file("1", `${n}`)]);
    const { kept, tooManyFiles, fields } = await read(formOf(...files, ["title", "x"]));
    expect([kept.length, tooManyFiles, fields]).toEqual([2, true, [["title", "x"]]]);
  });

  const large = "x".repeat(30_000);
  it.each([
    ["an excess file", 'Content-Disposition: form-data; name="files"; filename="b.txt"', true],
    ["a part that is not form data", 'Content-Disposition: attachment; name="a"', false],
    ["a part without a name", "X: y", false],
  ])("skips %s that arrives in one chunk with all others", async (_, header, tooManyFiles) => {
    const first = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n1\r\n';
    const skipped = `--x\r\n${header}\r\n\r\n${large}\r\n`;
    const last = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nBau\r\n--x--\r\n';
    for (const text of [first + skipped + last, `${first + skipped + skipped}--x--\r\n`]) {
      const { kept, ...rest } = await read(rawForm([text]), { files: 1 });
      expect(kept).toMatchObject([{ filename: "a.txt" }]);
      expect(rest.tooManyFiles).toBe(tooManyFiles);
    }
  });

  it.each<[string, Request, string]>([
    ["fields that are too large together", formOf(["a", "x".repeat(600)], ["b", "x".repeat(600)]), "too_large"],
    ["a field that is too large", formOf(["a", "x".repeat(5000)]), "too_large"],
    [
      "more than everything may be",
      rawForm([`--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n${"x".repeat(3_000_000)}`]),
      "too_large",
    ],
    [
      "no boundary",
      new Request("http://x.test", { method: "POST", body: "x", headers: { "Content-Type": "multipart/form-data" } }),
      "malformed",
    ],
    ["nothing at all", rawForm([]), "malformed"],
    ["other bytes", rawForm(["{}"]), "malformed"],
    ["an end in the middle of a field", rawForm(['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nbegin']), "malformed"],
    [
      "an end in the middle of a file",
      rawForm(['--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nbegin']),
      "malformed",
    ],
    [
      "a connection that drops in a file",
      rawForm(['--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nbegin', "more"], "error"),
      "malformed",
    ],
    ["a connection that drops in a header", rawForm(["--x\r\nContent-Disp"], "error"), "malformed"],
  ])("is refused for %s", async (_, request, reason) => {
    expect(await reasonOf(read(request))).toBe(reason);
  });

  it("fails with the error of keeping a file", async () => {
    const full = new Error("no space left");
    const keep = () => Promise.reject(full);
    // In chunks, as from a connection: cancelling a body made from FormData rejects inside Node 24 (undici).
    const chunks = ['--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n', ...Array(100).fill("x".repeat(10_000))];
    await expect(readMultipart(rawForm([...chunks, "\r\n--x--\r\n"]), { ...limits, fileBytes: 2_000_000 }, keep)).rejects.toBe(full);
  });

  it("reads back what was written", async () => {
    async function* content() {
      yield new TextEncoder().encode("Grü");
      yield new TextEncoder().encode("ße");
    }
    const { contentType, body } = writeMultipart(
      { content_id: "1", note: "Ö\n" },
      { field: "file", filename: 'Ein "Name" 🌉.pdf', content: content() },
    );
    const headers = new Headers({ "Content-Type": contentType });
    const { fields, kept } = await read({ headers, body } as Request);
    expect(fields).toEqual([
      ["content_id", "1"],
      ["note", "Ö\n"],
    ]);
    expect(kept).toEqual([{ field: "file", filename: "Ein %22Name%22 🌉.pdf", text: "Grüße", truncated: false }]);
  });
});
