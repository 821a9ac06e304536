import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { filesIn } from "../../tests/support/files-in";
import { openS3Server, type S3Server } from "../../tests/support/s3-server";
import { readConfig } from "../config";
import { openFileStore } from "./open-store";
import type { FileStore, StoredFile } from "./store";

const bytes = (text: string) => new TextEncoder().encode(text);
const arriving = (...chunks: string[]) => Readable.from(chunks.map(bytes));
const textOf = async (file: StoredFile | undefined) => (file ? new Response(file.stream as ReadableStream).text() : undefined);

const hour = 60 * 60 * 1000;
const anHourAgo = new Date(Date.now() - hour);
const inAnHour = new Date(Date.now() + hour);

describe.each(["disk", "bucket"] as const)("Files on a %s", (kind) => {
  let server: S3Server;
  let dataDir: string;
  let files: FileStore;
  beforeAll(async () => {
    server = await openS3Server();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-files-"));
    files = await openFileStore(readConfig({ DATA_DIR: dataDir, ...(kind === "bucket" ? { S3_URL: server.url } : {}) }));
  });
  afterEach(async () => {
    for (const key of await listed(inAnHour)) await files.delete(key);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const listed = async (before: Date) => {
    const keys: string[] = [];
    for await (const found of files.list(before)) keys.push(found);
    return keys.sort();
  };
  const pathOf = (key: string) => (kind === "disk" ? join(dataDir, "files", key.slice(0, 2), key.slice(2, 4), key) : server.pathOf(key));
  const arrivals = () => filesIn(join(dataDir, "files/tmp"));

  it("are returned as they were stored, whole and in ranges", async () => {
    await files.put("abcd-1", bytes("0123456789"));
    expect((await files.open("abcd-1"))?.size).toBe(10);
    expect(await textOf(await files.open("abcd-1"))).toBe("0123456789");
    const part = await files.open("abcd-1", { start: 3, end: 5 });
    expect([part?.size, await textOf(part)]).toEqual([10, "345"]);
  });

  it("are counted and hashed while they arrive", async () => {
    const arrived = await files.receive(arriving("Grü", "ße"));
    expect(arrived).toMatchObject({ size: 7, sha256: createHash("sha256").update("Grüße").digest("hex") });
    await files.put("abcd-2", arrived);
    expect(await textOf(await files.open("abcd-2"))).toBe("Grüße");
    await files.drop(arrived);
    expect(arrivals()).toEqual([]);
  });

  it("that are not stored are deleted, and truncated ones leave nothing", async () => {
    await files.drop(await files.receive(arriving("x")));
    const broken = Readable.from(
      (async function* () {
        yield bytes("begin");
        throw new Error("the connection is gone");
      })(),
    );
    await expect(files.receive(broken)).rejects.toThrow("the connection is gone");
    expect(arrivals()).toEqual([]);
  });

  it("can be empty", async () => {
    await files.put("abcd-3", await files.receive(arriving()));
    expect([(await files.open("abcd-3"))?.size, await textOf(await files.open("abcd-3"))]).toEqual([0, ""]);
  });

  it("that were never stored do not exist", async () => {
    expect(await files.open("abcd-4")).toBeUndefined();
    await files.delete("abcd-4");
    await files.deleteUnkept(inAnHour);
    expect(await listed(inAnHour)).toEqual([]);
  });

  it("are listed by age, and do not exist after they are deleted", async () => {
    await files.put("abcd-old", bytes("x"));
    await files.put("abcd-old.small.webp", bytes("x"));
    await files.put("abcd-new", bytes("x"));
    for (const key of ["abcd-old", "abcd-old.small.webp"]) utimesSync(pathOf(key), new Date(0), new Date(0));
    expect(await listed(anHourAgo)).toEqual(["abcd-old", "abcd-old.small.webp"]);
    await files.delete("abcd-old");
    expect(await files.open("abcd-old")).toBeUndefined();
    expect(await listed(inAnHour)).toEqual(["abcd-new", "abcd-old.small.webp"]);
  });

  it("that a killed process left unfinished are deleted when they are old", async () => {
    const left = await files.receive(arriving("half"));
    await files.deleteUnkept(anHourAgo);
    expect(existsSync(left.path)).toBe(true);
    await files.deleteUnkept(inAnHour);
    expect(existsSync(left.path)).toBe(false);
  });

  it("are readable by nobody else on the machine while they arrive", async () => {
    const { path } = await files.receive(arriving("x"));
    for (const at of [path, join(dataDir, "files/tmp")]) expect(statSync(at).mode & 0o077, at).toBe(0);
  });

  it.each(["", "..", "../../etc/passwd", "abcd/../x", "ABCD1234", "abcd\0", "ab"])("reject the key %j", async (wrong) => {
    await expect(files.open(wrong)).rejects.toThrow(RangeError);
    await expect(files.put(wrong, bytes("x"))).rejects.toThrow(RangeError);
    await expect(files.delete(wrong)).rejects.toThrow(RangeError);
  });
});

describe("A directory", () => {
  let dataDir: string;
  let files: FileStore;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-files-"));
    files = await openFileStore({ dataDir, s3: undefined });
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("has its files in subfolders that only this user may enter", async () => {
    await files.put("abcd-1", bytes("x"));
    const names = readdirSync(join(dataDir, "files"), { recursive: true }).map(String);
    expect(names.filter((name) => !name.startsWith("tmp/")).sort()).toEqual(["ab", "ab/cd", "ab/cd/abcd-1", "tmp"]);
    for (const path of ["", "ab", "ab/cd", "ab/cd/abcd-1"]) expect(statSync(join(dataDir, "files", path)).mode & 0o077, path).toBe(0);
  });

  it("that cannot be read does not count as empty", async () => {
    rmSync(join(dataDir, "files"), { recursive: true });
    writeFileSync(join(dataDir, "files"), "a file where the directory should be");
    await expect(files.open("abcd-1")).rejects.toThrow("ENOTDIR");
    await expect(files.put("abcd-1", bytes("x"))).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});

describe("A bucket", () => {
  let server: S3Server;
  const dataDir = mkdtempSync(join(tmpdir(), "folda-files-"));
  beforeAll(async () => {
    server = await openS3Server();
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const open = (change: (url: string) => string) => openFileStore(readConfig({ DATA_DIR: dataDir, S3_URL: change(server.url) }));

  it("is listed completely, however many files it has", async () => {
    const files = await open((url) => url);
    const keys = Array.from({ length: 1100 }, (_, n) => `many-${String(n).padStart(4, "0")}`);
    for (const key of keys) writeFileSync(server.pathOf(key), "x");
    const found: string[] = [];
    for await (const key of files.list(inAnHour)) found.push(key);
    expect(found).toEqual(keys);
  });

  it.each<[string, (url: string) => string, string]>([
    ["another secret", (url) => url.replace(":S3RVER@", ":wrong@"), "The file store refuses GET with 403"],
    ["another bucket", (url) => url.replace("/folda", "/other"), "The file store has no such bucket"],
    ["no server", (url) => url.replace(/:\d+\//, ":1/"), "The file store cannot be reached"],
  ])("with %s does not open", async (_, change, message) => {
    await expect(open(change)).rejects.toThrow(message);
  });
});
