import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { createSpool } from "../files/spool";
import { fetchFile, fetchPicture, isPicture } from "./fetch-file";
import { type LocalWeb, serveLocally } from "./local-web.test-server";
import { OutboundError } from "./outbound-error";
import { timeLimit } from "./within-time";

const open: LocalWeb[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

const maxBytes = 1000;
const directory = mkdtempSync(join(tmpdir(), "folda-fetched-"));
const spool = createSpool(join(directory, "tmp"));
afterAll(() => rmSync(directory, { recursive: true }));

async function serve(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const web = await serveLocally((_request, response) => response.writeHead(200, headers).end(body));
  open.push(web);
  return web;
}

async function fetchFrom(web: LocalWeb, path = "/") {
  const wanted = { url: `http://${web.host}${path}`, allowHosts: [web.host], maxBytes, path: spool.newPath() };
  const { described, file } = await fetchFile(wanted);
  const text = readFileSync(file.path, "utf8");
  await spool.drop(file);
  return { ...described, text };
}

const codeOf = (fetching: Promise<unknown>) =>
  fetching.then(
    () => "fetched",
    (error: unknown) => (error instanceof OutboundError ? error.code : error),
  );

describe("A file from the web", () => {
  it("is fetched unchanged, with the metadata of its server", async () => {
    const web = await serve("%PDF-1.7 Grüße", { "content-type": "Application/PDF; x=y" });
    expect(await fetchFrom(web, "/berichte/Quartal%201%20%E2%80%93%20Netz.pdf?download=1")).toEqual({
      contentType: "application/pdf",
      filename: "Quartal 1 – Netz.pdf",
      text: "%PDF-1.7 Grüße",
    });
    expect(web.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it.each([
    ['attachment; filename="Plan \\"B\\".pdf"', 'Plan "B".pdf'],
    ["attachment; filename=plan.pdf; size=3", "plan.pdf"],
    [`attachment; filename="plan.pdf"; filename*=UTF-8''Pl%C3%A4ne.pdf`, "Pläne.pdf"],
    ["attachment; filename*=UTF-8''%ff.pdf", "%ff.pdf"],
    ["inline", "get"],
  ])("is called by its server: %s", async (disposition, filename) => {
    expect(await fetchFrom(await serve("x", { "content-disposition": disposition }), "/get?id=1")).toMatchObject({ filename });
  });

  it.each([
    ["gzip", gzipSync("lies compressed")],
    ["br", brotliCompressSync("lies compressed")],
  ])("that comes in %s all the same is decoded", async (coding, body) => {
    expect(await fetchFrom(await serve(body, { "content-encoding": coding }))).toMatchObject({ text: "lies compressed" });
  });

  it.each<[string, string | Uint8Array, Record<string, string>, string]>([
    ["a page", "<p>Hallo</p>", { "content-type": "text/html; charset=utf-8" }, "unsupported_type"],
    ["more than it may be, by its header", "x".repeat(maxBytes + 1), {}, "too_large"],
    ["more than it may be, decoded", gzipSync("x".repeat(1_000_000)), { "content-encoding": "gzip" }, "too_large"],
    ["half of what is compressed", gzipSync("x".repeat(500)).subarray(0, 15), { "content-encoding": "gzip" }, "unreachable"],
    ["a coding nobody knows", "x", { "content-encoding": "zstd" }, "unsupported_type"],
  ])("is not %s", async (_, body, headers, code) => {
    expect(await codeOf(fetchFrom(await serve(body, headers)))).toBe(code);
  });

  it("without a length is counted while it arrives", async () => {
    const web = await serveLocally((_request, response) => {
      response.write("x".repeat(maxBytes));
      response.end("y");
    });
    open.push(web);
    expect(await codeOf(fetchFrom(web))).toBe("too_large");
  });

  it("that is cut off is rejected", async () => {
    const web = await serveLocally((_request, response) => {
      response.writeHead(200, { "content-length": "500" }).write("x");
      setTimeout(() => response.destroy(), 50);
    });
    open.push(web);
    expect(await codeOf(fetchFrom(web))).toBe("unreachable");
    expect(readdirSync(join(directory, "tmp"))).toEqual([]);
  });

  it("that does not begin in time is no picture", async () => {
    const web = await serveLocally(() => {});
    open.push(web);
    onTestFinished(() => void delete timeLimit.insteadMs);
    timeLimit.insteadMs = 100;
    expect(await isPicture(`http://${web.host}/`, { allowHosts: [web.host] })).toBe(false);
  });

  it("that cannot be written fails with the error of the write", async () => {
    const web = await serve("x");
    const wanted = { url: `http://${web.host}/`, allowHosts: [web.host], maxBytes, path: "/dev/null/x" };
    await expect(fetchFile(wanted)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it.each(["http://169.254.169.254/bild.png", "http://[::1]/bild.png", "file:///etc/passwd", "data:image/png;base64,AAAA"])(
    "inside is never asked for: %s",
    async (url) => {
      expect(await codeOf(fetchFile({ url, allowHosts: [], maxBytes, path: spool.newPath() }))).toBe("address_forbidden");
      expect(await codeOf(fetchPicture({ url, allowHosts: [] }))).toBe("address_forbidden");
    },
  );
});
