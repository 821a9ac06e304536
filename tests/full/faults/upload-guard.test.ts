import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn } from "../../support/files-in";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

const megabyte = 1024 * 1024;
const action = "/stream/contents/new";

/** Limit of this file: MB of memory for a form of 300 MB. Three attempts. */
const mostMb = 100;

let dataDir: string;
let product: ServedProduct;
let jana: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-uploads-"));
  await freshDatabase("embedded", dataDir);
  product = await startProduct({ dataDir, environment: { LOG_LEVEL: "info", DEMO: "0" } });
  jana = await product.signIn("jana");
});
afterAll(async () => {
  await product.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** The form of an article with these files and no other fields, so that it is rejected. */
function formOf(files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append("files", file);
  return form;
}

const send = (body: FormData, { path = action, cookie = jana } = {}) => product.ask(path, { method: "POST", body, cookie });

/** The files in the directories of incoming files. */
const lying = () => ["uploads", "files/tmp"].flatMap((folder) => filesIn(join(dataDir, folder)));

/** The peak memory of the process in bytes since `forgetPeak`. */
const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))?.[1]) * 1024;
const forgetPeak = () => writeFileSync(`/proc/${product.pid}/clear_refs`, "5");

describe("A form with files", () => {
  test("takes little memory, however much of it there is", { retry: 2 }, async () => {
    const files = Array.from({ length: 12 }, (_, n) => new File([Buffer.alloc(25 * megabyte, n)], `${n}.bin`));
    // The first one loads what all of them need.
    expect((await send(formOf(files.slice(0, 1)))).status).toBe(422);
    forgetPeak();
    const before = peak();
    const answer = await send(formOf(files));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("11.bin");
    expect((peak() - before) / megabyte).toBeLessThan(mostMb);
    expect(lying()).toEqual([]);
  });

  test("that has too many files, or too large ones, comes back and says so, to the browser and to its script", async () => {
    const files = Array.from({ length: 500 }, (_, n) => new File([`${n}`], `${n}.txt`));
    for (const path of [action, `${action}.data`]) {
      const answer = await send(formOf([new File([Buffer.alloc(30 * megabyte)], "Film.mov"), ...files]), { path });
      const text = await answer.text();
      expect([path, answer.status]).toEqual([path, 422]);
      expect(text).toContain("This file is larger than 25 MB.");
      expect(text).toContain("An article has 50 attachments at most.");
    }
    expect(lying()).toEqual([]);
  });

  test("whose sender is signed out is taken in whole, and leads to the sign-in page", async () => {
    const form = formOf([new File([Buffer.alloc(20 * megabyte)], "Plan.pdf")]);
    const answer = await send(form, { cookie: "" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([307, `/sign-in?form=${encodeURIComponent(action)}`]);
    const signIn = await send(form, { path: answer.headers.get("Location") ?? "", cookie: "" });
    expect(signIn.status).toBe(200);
    expect((await product.ask("/healthz")).status).toBe(200);
  });

  test.each(["/locale", "/sign-out", "/settings/sessions"])(
    "is no more than any other where nobody has use for files: %s",
    async (path) => {
      expect((await send(formOf([new File([Buffer.alloc(3 * megabyte)], "a")]), { path })).status).toBe(413);
    },
  );

  test.each([action, "/sign-in"])("has no more text than another: %s", async (path) => {
    const form = formOf([]);
    form.append("title", "x".repeat(2_600_000));
    expect((await send(form, { path })).status).toBe(413);
  });

  test.each([action, "/sign-in"])("has no more fields than the largest newsletter has recipients: %s", async (path) => {
    const fields = (count: number) => new URLSearchParams(Array.from({ length: count }, (_, at) => [`f${at}`, ""]));
    const post = async (count: number) =>
      (await product.ask(path, { method: "POST", body: fields(count), cookie: path === action ? jana : "" })).status;
    expect([await post(12_000), await post(12_001)]).toEqual([422, 413]);
  });

  /** Sends the beginning of a form with its length, and returns the connection. */
  function begin(contentLength: number, bytes: number) {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST ${action} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Cookie: ${jana}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${contentLength}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n`);
    socket.write(Buffer.alloc(bytes));
    return socket;
  }

  test("of more than 2 GB is not even begun", async () => {
    const socket = begin(2_000_000_001, 0);
    const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test("whose connection drops leaves nothing, and no line of an error", async () => {
    const said = { lines: product.lines.length, errors: product.errors.length };
    const socket = begin(20 * megabyte, 5 * megabyte);
    await expect.poll(openFiles).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(openFiles).toBe(0);
    expect(lying()).toEqual([]);
    expect((await product.ask("/healthz")).status).toBe(200);
    expect(product.lines.slice(said.lines).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect(product.errors).toHaveLength(said.errors);
  });

  /** The number of form files that the process has open; they have no names. */
  function openFiles(): number {
    const handles = `/proc/${product.pid}/fd`;
    const uploads = join(dataDir, "uploads");
    const leadsThere = (handle: string) => {
      try {
        return readlinkSync(join(handles, handle)).startsWith(uploads);
      } catch {
        // Closed after it was listed.
        return false;
      }
    };
    return readdirSync(handles).filter(leadsThere).length;
  }
});
