import { readFileSync } from "node:fs";
import autocannon from "autocannon";

/** Far below the machine's capacity: latency is measured, not throughput. */
const pagesPerSecond = 5;

/**
 * The 95th percentile of the times of stream pages at a constant rate, in milliseconds.
 * @param {string} url of the product
 * @param {string} cookie
 * @param {number} seconds
 */
export async function timePages(url, cookie, seconds) {
  /** @type {number[]} */
  const times = [];
  const options = {
    url: `${url}/stream`,
    connections: 2,
    overallRate: pagesPerSecond,
    duration: seconds,
    headers: { cookie, accept: "text/html" },
  };
  /** @type {import("autocannon").Result} */
  const { non2xx, errors } = await new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    instance.on("response", (_client, _status, _bytes, time) => times.push(time));
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}/stream: ${non2xx} refusals, ${errors} errors`);
  times.sort((one, other) => one - other);
  return Number((times[Math.floor((times.length - 1) * 0.95)] ?? 0).toFixed(1));
}

/**
 * The peak memory of a process in megabytes.
 * @param {number} pid
 */
export function peakOf(pid) {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
