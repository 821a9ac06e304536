import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { withRequestSignal } from "../../contract/request-scope.server";
import { fetcherWorker, readerWorker } from "../config";
import { fetchFile, fetchPicture, findDeadLinks, importPage } from "./in-worker";
import { type LocalWeb, serveLocally } from "./local-web.test-server";
import { OutboundError } from "./outbound-error";

const folder = mkdtempSync(join(tmpdir(), "folda-worker-"));
const open: LocalWeb[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((web) => web.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(listener: RequestListener): Promise<LocalWeb> {
  const web = await serveLocally(listener);
  open.push(web);
  return web;
}

const servePage = () =>
  serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Dorfladen</title><p>Der Dorfladen macht weiter."),
  );

const taskFor = (web: LocalWeb) => ({ url: `http://${web.host}/`, allowHosts: [web.host] });

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "it worked",
    (error: unknown) => (error instanceof OutboundError ? [error.code, error.data.reason] : error),
  );

/** A worker whose import requests the address and runs this code with the response. */
function workerThat(name: string, does: string): string {
  const path = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  writeFileSync(
    path,
    `import { get } from "node:http"; export const importPage = ({ url }) => new Promise(() => get(url, () => { ${does} }));`,
  );
  return path;
}

describe("In a worker thread", () => {
  it("a page is imported, a picture and a file are fetched, and links are checked", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/gone") return response.writeHead(404).end();
      const type = request.url === "/" ? "text/html" : "image/png";
      return response
        .writeHead(200, { "content-type": type })
        .end("<title>Dorfladen</title><p>Der Dorfladen macht weiter, weil alle helfen.");
    });
    const { allowHosts, url } = taskFor(web);
    const options = { workerPath: fetcherWorker };
    await expect(importPage({ url, allowHosts }, { workerPath: readerWorker })).resolves.toMatchObject({ title: "Dorfladen", url });
    expect(Buffer.from(await fetchPicture({ url: `${url}x.png`, allowHosts }, options)).toString()).toContain("Dorfladen");
    const path = join(folder, "fetched");
    const { described, file } = await fetchFile({ url: `${url}x.png`, allowHosts, maxBytes: 1000, path }, options);
    expect(described).toEqual({ contentType: "image/png", filename: "x.png" });
    expect(readFileSync(path).byteLength).toBe(file.size);
    await expect(findDeadLinks({ urls: [url, `${url}gone`], allowHosts, timeoutMs: 15_000 }, options)).resolves.toEqual([`${url}gone`]);
  });

  it("failures outside are reported by code, and leave no file", async () => {
    const web = await serve((_, response) => response.writeHead(200, { "content-length": 5000 }).write("x"));
    const { allowHosts, url } = taskFor(web);
    const [pageOptions, options] = [{ workerPath: readerWorker }, { workerPath: fetcherWorker }];
    expect(await failureOf(importPage({ url: "http://169.254.169.254/", allowHosts: [] }, pageOptions))).toEqual([
      "address_forbidden",
      "address",
    ]);
    const path = join(folder, "too-large");
    expect(await failureOf(fetchFile({ url, allowHosts, maxBytes: 1000, path }, options))).toEqual(["too_large", undefined]);
    expect(existsSync(path)).toBe(false);
  });

  it("the configuration is unknown", async () => {
    const path = join(folder, "environment.mjs");
    writeFileSync(path, "export const importPage = async () => ({ value: process.env });");
    expect(await importPage(taskFor(await servePage()), { workerPath: path })).toEqual({});
  });

  it("code for files takes less than a quarter of the 16 MB", async () => {
    const heapWith = async (module: string): Promise<number> => {
      const code = `import(${JSON.stringify(module)}).then(() =>
        require("node:worker_threads").parentPort.postMessage((gc(), process.memoryUsage().heapUsed)))`;
      const worker = new Worker(code, { eval: true, env: {} });
      const [bytes] = await once(worker, "message");
      await worker.terminate();
      return bytes;
    };
    setFlagsFromString("--expose-gc");
    // Versions of Node take different amounts for themselves.
    const empty = await heapWith("node:os");
    expect((await heapWith(fetcherWorker)) - empty).toBeLessThan(4_000_000);
    expect((await heapWith(readerWorker)) - empty).toBeGreaterThan(4_000_000);
  });
});

describe("A thread that fails", () => {
  const faults = {
    "throws in a callback": "throw new Error('broken')",
    "rejects alone": "Promise.reject(new Error('broken'))",
    leaves: "process.exit(3)",
    "fills its heap": "const all = []; for (;;) all.push(new Array(100_000).fill(all.length))",
  };

  it.each(Object.entries(faults))("because it %s fails only its own import", async (name, does) => {
    const web = await servePage();
    expect(await failureOf(importPage(taskFor(web), { workerPath: workerThat(name, does) }))).toEqual(["unreadable", "worker"]);
    expect(await failureOf(importPage(taskFor(web), { workerPath: readerWorker }))).toBe("it worked");
  });

  it("because it never ends is terminated at its time limit, and blocks nothing", async () => {
    const web = await servePage();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const spinning = failureOf(importPage(taskFor(web), { workerPath: workerThat("spins", "for (;;);") }));
    await vi.waitUntil(() => web.requests.length === 1, { timeout: 120_000 });
    vi.advanceTimersByTime(18_500);
    expect(await spinning).toEqual(["timeout", undefined]);
    vi.useRealTimers();
    expect(await failureOf(importPage(taskFor(web), { workerPath: readerWorker }))).toBe("it worked");
  });

  it("because its caller aborted makes room for the next; too many waiting tasks are rejected", async () => {
    const silent = await serve(() => {});
    const caller = new AbortController();
    const reason = new Error("enough");
    const ask = () => withRequestSignal(caller.signal, () => importPage(taskFor(silent), { workerPath: readerWorker }));
    const imports = Array.from({ length: 17 }, () => failureOf(ask()));
    expect(await Promise.race(imports)).toEqual(["busy", undefined]);
    caller.abort(reason);
    expect(new Set((await Promise.all(imports)).slice(0, 16))).toEqual(new Set([reason]));
    expect(await failureOf(importPage(taskFor(await servePage()), { workerPath: readerWorker }))).toBe("it worked");
  });
});
