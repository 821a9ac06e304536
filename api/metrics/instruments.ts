// Counters and histograms of the running product. Labels have fixed sets of values: never text, addresses or ids of people.
import { Counter, Histogram, register } from "prom-client";

// remix-serve loads the build under two addresses, so this module can run twice in a process, while prom-client is loaded once.
function once<Metric>(name: string, make: () => Metric): Metric {
  return (register.getSingleMetric(name) as Metric | undefined) ?? make();
}

/** Seconds. */
const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
  once(name, () => new Counter({ name, help, labelNames }));

const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> =>
  once(name, () => new Histogram({ name, help, labelNames, buckets: durationBuckets }));

/** From the arrival of a web request until its response is sent or its connection closes. */
export const httpRequests = histogram("http_request_duration_seconds", "Requests of the web application, by route pattern and status", [
  "method",
  "route",
  "status",
]);

/** Until the response begins; includes calls by the web application in the same process. */
export const apiRequests = histogram("api_request_duration_seconds", "Calls of the API, by route pattern and status", [
  "method",
  "route",
  "status",
]);

export const shedRequests = counter("http_requests_shed_total", "Requests rejected with 503 because their queue was full", ["queue"]);

export type MailKind = "account" | "newsletter" | "digest";
export type MailResult = "accepted" | "refused" | "deferred" | "unreachable" | "uncertain";
export const mails = counter("mails_total", "Attempts to send a mail, by result", ["kind", "result"]);

export type ImportKind = "page" | "picture";
export const imports = counter("imports_total", "Web pages and pictures fetched for people, by result", ["kind", "result"]);
export const importDuration = histogram("import_duration_seconds", "Duration of an import, successful or not", ["kind"]);

export const sourceFetches = counter("source_fetches_total", "Fetches of subscribed sources, by result", ["result"]);

export const jobRuns = counter("job_runs_total", "Attempts at background jobs, by result", ["name", "result"]);

export const collectorFailures = counter("metrics_collector_failures_total", "Collectors left out of a scrape", ["collector"]);

// Creates the series at the start: `increase()` misses the first failure of a series that begins with it.
for (const queue of ["members", "visitors"]) shedRequests.inc({ queue }, 0);
for (const kind of ["account", "newsletter", "digest"] satisfies MailKind[])
  for (const result of ["accepted", "refused", "deferred", "unreachable", "uncertain"] satisfies MailResult[])
    mails.inc({ kind, result }, 0);
