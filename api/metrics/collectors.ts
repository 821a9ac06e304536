// Gauges that are read at each scrape.
import { Registry, register } from "prom-client";
import { collectorFailures } from "./instruments";

/** Fills a registry that lives for one scrape, so that a value that cannot be read is absent rather than stale. */
export type Collect = (registry: Registry) => Promise<void>;

/** By name. */
export type Collectors = Record<string, Collect>;

const longestMs = 5_000;

/** All metrics in the Prometheus text format. A collector that fails or takes more than five seconds is left out and counted. */
export async function scrape(collectors: Collectors): Promise<string> {
  const collected = await Promise.all(Object.entries(collectors).map(([name, collect]) => runCollector(name, collect)));
  return [...collected, await register.metrics()].filter((text) => text !== "").join("\n");
}

async function runCollector(name: string, collect: Collect): Promise<string> {
  const registry = new Registry();
  try {
    await within(longestMs, collect(registry));
    return await registry.metrics();
  } catch {
    collectorFailures.inc({ collector: name });
    return "";
  }
}

/** Rejects if `work` takes longer; its result is then ignored. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
