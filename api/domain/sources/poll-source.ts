import { findViewerById } from "../../db/auth/session";
import { noteSeen } from "../../db/sources/entries";
import { type DueSource, moveSource, noteFetched } from "../../db/sources/polling";
import { isDatabaseUnavailable } from "../../db/unavailable";
import { describeFailure } from "../../log";
import { sourceFetches } from "../../metrics/instruments";
import { OutboundError } from "../../outbound/outbound-error";
import { readFeed } from "../../outbound/read-feed";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { Busy, RateLimitReached } from "../errors";
import { sourceProblemOf } from "../outbound-problems";
import { requirePermission } from "../require-permission";
import { noteFailure } from "./failures";
import { fileEntries } from "./filing";
import type { PermittedSource, Polling } from "./run";
import { nextFetch } from "./schedule";

/** Milliseconds until the rest of a source is read, or until it is tried again when this machine is too busy. */
const soonMs = 60_000;

/** Fetches a source, files its new entries and stores when to fetch it next. Throws only if the database is unavailable or `signal` is aborted. */
export async function pollSource(services: Services, source: DueSource, polling: Polling): Promise<void> {
  try {
    const viewer = await findViewerById(services.database.db, source.userId);
    const result =
      viewer && isPermitted(viewer, "source:manage", source)
        ? await fetchSource(services, viewer, requirePermission(viewer, "source:manage", source), polling)
        : await noteFailure(services, source, "not_permitted");
    sourceFetches.inc({ result });
  } catch (error) {
    if (polling.signal.aborted || isDatabaseUnavailable(error)) throw error;
    sourceFetches.inc({ result: "error" });
    services.log.error({ sourceId: source.id, failure: describeFailure(error) }, "a source could not be polled");
    await noteFailure(services, source, "unreadable");
  }
}

async function fetchSource(services: Services, viewer: Viewer, source: PermittedSource, polling: Polling): Promise<string> {
  const { config, database } = services;
  const { db } = database;
  const { address, etag, lastModified } = source;
  try {
    const reading = await polling.politely(address, () =>
      readFeed({
        url: address,
        allowHosts: config.importAllowHosts,
        publicUrl: config.publicUrl.href,
        validators: { etag, lastModified },
        signal: polling.signal,
      }),
    );
    if (reading.kind === "page") return await noteFailure(services, source, "not_a_feed");
    const now = new Date();
    const succeeded = { fetchedAt: now, failures: 0, failingSince: null, problem: null, toldAt: null };
    if (reading.movedTo) await moveSource(db, source, reading.movedTo);
    if (reading.kind === "unchanged") {
      const schedule = source.schedule && { ...source.schedule, freshFor: reading.freshFor ?? source.schedule.freshFor };
      await noteFetched(db, source, { ...succeeded, nextFetchAt: nextFetch(now, schedule) });
      return "unchanged";
    }
    const { seen, isComplete } = await fileEntries(services, viewer, source, reading.feed, polling);
    await noteSeen(db, source, seen);
    const { schedule, validators, feed } = reading;
    const read = { ...succeeded, readAt: now, schedule, siteUrl: feed.siteUrl };
    // Without validators, the rest is read again.
    const next = isComplete ? { ...validators, nextFetchAt: nextFetch(now, schedule) } : soon();
    await noteFetched(db, source, { ...read, ...next });
    return "changed";
  } catch (error) {
    if (error instanceof RateLimitReached) await noteFetched(db, source, soon(error.retryAfterSeconds * 1000));
    else if (error instanceof Busy || isBusy(error)) await noteFetched(db, source, soon());
    else if (error instanceof OutboundError && !polling.signal.aborted) return await failWith(services, source, error);
    else throw error;
    return "postponed";
  }
}

const isBusy = (error: unknown) => error instanceof OutboundError && error.code === "busy";

const soon = (ms = soonMs) => ({ etag: null, lastModified: null, nextFetchAt: new Date(Date.now() + ms) });

function failWith(services: Services, source: DueSource, error: OutboundError): Promise<string> {
  const retryAfter = typeof error.data.retryAfter === "number" ? error.data.retryAfter : null;
  return noteFailure(services, source, sourceProblemOf(error), retryAfter);
}
