// Time and memory for saving an article through its form and files into the store, compared with a bare server that only writes bodies to the
// disk.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../scripts/project-root.js";
import { waitUntilReady } from "../tests/support/serve-for-tests.js";

const megabyte = 1024 * 1024;
const timesEach = 4;
const articles = 200;
const text = "Ein Absatz von einiger Länge, wie ihn Menschen schreiben. ".repeat(80);

/** @typedef {{ url: string, pid: number, post(files: File[]): Promise<Response> }} Target */

/**
 * Milliseconds per article without files, saved one after the other: median and 95th percentile.
 * @param {{ url: string, child: import("node:child_process").ChildProcess }} product
 * @param {string} cookie
 * @param {number} barePort
 */
export async function measureSaving(product, cookie, barePort) {
  const ours = await articleForm(product, cookie);
  const bare = await serveBareUpload(barePort);
  try {
    await timesOf(ours, articles / 4);
    const times = await timesOf(ours, articles);
    const bareTimes = await timesOf(bare, articles);
    return {
      article: {
        p50Ms: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
        bareP95Ms: quantile(bareTimes, 0.95),
        ratioToBare: Number((quantile(times, 0.95) / quantile(bareTimes, 0.95)).toFixed(1)),
      },
    };
  } finally {
    bare.stop();
  }
}

/**
 * @param {Target} target
 * @param {number} count
 */
async function timesOf({ post, url }, count) {
  const times = [];
  for (let time = 0; time < count; time += 1) {
    const begin = performance.now();
    const answer = await post([]);
    await answer.text();
    times.push(performance.now() - begin);
    if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}`);
  }
  return times.sort((one, other) => one - other);
}

/**
 * @param {number[]} sorted
 * @param {number} part
 */
const quantile = (sorted, part) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1));

/**
 * Milliseconds and growth of memory for one file of 25 MB and for ten of them. Reads `/proc`, so it needs Linux.
 * @param {{ url: string, child: import("node:child_process").ChildProcess }} product
 * @param {string} cookie
 * @param {number} barePort
 */
export async function measureUploads(product, cookie, barePort) {
  const ours = await articleForm(product, cookie);
  const bare = await serveBareUpload(barePort);
  try {
    /** @type {Record<string, Record<string, number>>} */
    const results = {};
    for (const count of [1, 10]) {
      const files = Array.from({ length: count }, (_, n) => new File([Buffer.alloc(25 * megabyte, n + 1)], `${n}.bin`));
      for (const target of [ours, bare]) await measure(target, files);
      const through = await measure(ours, files);
      const machine = await measure(bare, files);
      results[`${count * 25} MB`] = {
        ms: Math.round(through.ms),
        bareMs: Math.round(machine.ms),
        ratioToBare: Number((through.ms / machine.ms).toFixed(2)),
        memoryMb: Math.round(through.memory / megabyte),
        bareMemoryMb: Math.round(machine.memory / megabyte),
      };
    }
    return results;
  } finally {
    bare.stop();
  }
}

/**
 * The shortest time of several runs, and the largest growth of memory.
 * @param {Target} target
 * @param {File[]} files
 */
async function measure({ pid, post, url }, files) {
  let ms = Number.POSITIVE_INFINITY;
  let memory = 0;
  for (let time = 0; time < timesEach; time += 1) {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const before = peakOf(pid);
    const begin = performance.now();
    const answer = await post(files);
    if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}`);
    await answer.text();
    ms = Math.min(ms, performance.now() - begin);
    memory = Math.max(memory, peakOf(pid) - before);
  }
  return { ms, memory };
}

/** @param {number} pid */
const peakOf = (pid) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/**
 * @param {{ url: string, child: import("node:child_process").ChildProcess }} product
 * @param {string} cookie
 * @returns {Promise<Target>}
 */
async function articleForm({ url, child }, cookie) {
  const html = await (await fetch(`${url}/folda`, { headers: { Cookie: cookie } })).text();
  const [, folderId] = /href="\/folda\/([\w-]+)"/.exec(html) ?? [];
  if (!folderId) throw new Error(`${url}/folda shows no folder`);
  const fields = { title: "Gemessen", body: text, publishedAt: "2026-01-01", folderId, newTags: "Upload", priority: "normal" };
  return {
    url,
    pid: child.pid ?? 0,
    post(files) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, key: randomUUID() })) form.append(name, value);
      for (const file of files) form.append("files", file);
      return fetch(`${url}/stream/contents/new`, { method: "POST", body: form, headers: { Cookie: cookie }, redirect: "manual" });
    },
  };
}

/** @param {number} port */
async function serveBareUpload(port) {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["bench/bare-upload.js", String(port)], { cwd: projectRoot, stdio: "inherit" });
  await waitUntilReady(url);
  return {
    url,
    pid: child.pid ?? 0,
    /** @param {File[]} files */
    post(files) {
      const body = new FormData();
      body.append("body", text);
      for (const file of files) body.append("files", file);
      return fetch(url, { method: "POST", body });
    },
    stop() {
      child.kill("SIGKILL");
      rmSync(join(tmpdir(), `folda-bare-upload-${child.pid}`), { force: true });
    },
  };
}
