import type { z } from "zod";
import * as limits from "../../../contract/limits";
import type { createSourceBodySchema, updateSourceBodySchema } from "../../../contract/rest/sources";
import type { Camel } from "../../../contract/wire";
import { inTransaction, type Transaction } from "../../db/pool";
import * as store from "../../db/sources/sources";
import { toTeaser } from "../../html/article-html";
import { OutboundError } from "../../outbound/outbound-error";
import { readFeed } from "../../outbound/read-feed";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { readArticleHtml } from "../articles/article-html";
import { InvalidFields, NotFound, Outdated } from "../errors";
import { requireFolderScope, setHiddenFromStream } from "../folders/folders";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { sourceProblemOf } from "../outbound-problems";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";

export type Source = store.SourceRow;
export type SourceInput = Camel<z.output<typeof createSourceBodySchema>["source"]>;
type SourceChange = Camel<z.output<typeof updateSourceBodySchema>["source"]>;

/** The sources of a folder, by title. Throws `NotFound` and `NotAllowed`. */
export async function listFolderSources({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<Source[]> {
  return store.listSources(db, await requireFolderScope(db, viewer, folderId, "source:manage"));
}

/** The sources of the folders that the viewer sees, by title. */
export const listSubscriptions = ({ database: { db } }: Services, viewer: Viewer) => store.listSubscriptions(db, viewer);

/** Throws `NotFound` and `NotAllowed`. */
export async function requireSource({ database }: Services, viewer: Viewer, id: string): Promise<Permitted<Source, "source:manage">> {
  const source = await store.findSource(database.db, viewer, requireId(id));
  if (!source) throw new NotFound();
  return requirePermission(viewer, "source:manage", source);
}

/**
 * Looks up an address: returns a feed with its newest entries, or the feeds of a website with several. Throws `NotFound`, `NotAllowed`,
 * `RateLimitReached`, `Busy`, and `InvalidFields` if there is no feed.
 */
export async function previewSource(services: Services, viewer: Viewer, { folderId, address }: { folderId: string; address: string }) {
  await requireFolderScope(services.database.db, viewer, folderId, "source:manage");
  const found = await findFeed(services, viewer, address);
  if ("choices" in found) return { feed: null, choices: found.choices };
  const { title, siteUrl, entries } = found.feed;
  const newest = await Promise.all(
    entries.slice(0, limits.sourcePreview).map(async ({ html, ...entry }) => ({
      title: entry.title,
      url: entry.url,
      publishedAt: entry.publishedAt,
      teaser: toTeaser((await readArticleHtml(html.slice(0, limits.body), limits.body))?.html ?? ""),
    })),
  );
  return { feed: { address: found.address, title, siteUrl, entriesCount: entries.length, entries: newest }, choices: [] };
}

/**
 * Subscribes a folder to the feed at an address, and fetches it at once. The first source of an inbox takes it out of the stream. A repeated
 * request with the same key and fields returns the source of the first one. Throws `NotFound`, `NotAllowed`, `RateLimitReached`, and
 * `InvalidFields` if there is no feed, for a feed that the folder has, or if the workspace has too many.
 */
export async function createSource(services: Services, viewer: Viewer, input: SourceInput, key: string | null): Promise<Source> {
  const { database } = services;
  const { folderId, address: given, ...fields } = input;
  const storedKey = toStoredKey(key, { source: input });
  const earlier = storedKey === null ? undefined : await store.findSourceByKey(database.db, viewer, storedKey);
  if (earlier) return requireSource(services, viewer, earlier.id);
  await requireFolderScope(database.db, viewer, folderId, "source:manage");
  const found = await findFeed(services, viewer, given);
  if ("choices" in found) throw new InvalidFields({ address: [{ key: "severalFeeds" }] });
  const { address, feed } = found;
  const values = {
    ...fields,
    title: fields.title ?? titleOf(feed.title, address),
    address,
    siteUrl: feed.siteUrl,
    idempotencyKey: storedKey,
  };
  const made = await inTransaction(database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findSourceByKey(tx, viewer, found),
      async () => {
        const folder = await requireFolderScope(tx, viewer, folderId, "source:manage", "key share");
        if ((await store.countSources(tx, viewer)) >= limits.sourcesPerWorkspace)
          throw new InvalidFields({ address: [{ key: "tooManySources", values: { max: limits.sourcesPerWorkspace } }] });
        const source = await store.insertSource(tx, viewer, folder, values);
        if (!source) return undefined;
        // docs/decisions/0061
        if (folder.folder.purpose === "inbox" && (await store.countSourcesOf(tx, folder)) === 1)
          await setHiddenFromStream(tx, viewer, folder, true);
        await record(tx, viewer, { kind: "sourceAdded", folderId, source: nameFor(folder, values.title) });
        await services.jobs.enqueue(tx, "source-polling", {});
        return source;
      },
    ),
  );
  if (!made) {
    const existing = await store.findSubscription(database.db, folderId, address);
    throw new InvalidFields({ address: [{ key: "sourceTaken", values: { title: existing?.title ?? values.title } }] });
  }
  return requireSource(services, viewer, made.id);
}

/**
 * Changes a source, which files in this person's name from now on, and fetches it at once. Throws `NotFound`, `NotAllowed`, and `Outdated` if
 * `lockVersion` is not the current one.
 */
export async function changeSource(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, title, ...fields }: SourceChange,
): Promise<Source> {
  const source = await requireSource(services, viewer, id);
  if (lockVersion !== undefined && lockVersion !== source.lockVersion) throw new Outdated();
  const values = { ...fields, title: title ?? source.title };
  await inTransaction(services.database, async (tx) => {
    if (!(await store.updateSource(tx, viewer, source, values))) throw new Outdated();
    await record(tx, viewer, { kind: "sourceChanged", folderId: source.folder.id, source: nameFor(source, values.title) });
    if (!values.isPaused) await fetchSoon(services, tx, source);
  });
  return requireSource(services, viewer, id);
}

/** Fetches a source at once, even if it was paused for failing. Throws `NotFound`, `NotAllowed` and `RateLimitReached`. */
export async function fetchSourceNow(services: Services, viewer: Viewer, id: string): Promise<void> {
  const source = await requireSource(services, viewer, id);
  await services.rateLimits.consume({ "fetch-page": viewer.userId });
  await inTransaction(services.database, (tx) => fetchSoon(services, tx, source));
}

/** Ends a subscription. Its articles stay. Throws `NotFound` and `NotAllowed`. */
export async function removeSource(services: Services, viewer: Viewer, id: string): Promise<void> {
  const source = await requireSource(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    await record(tx, viewer, { kind: "sourceDeleted", folderId: source.folder.id, source: nameFor(source, source.title) });
    await store.deleteSource(tx, source);
  });
}

async function fetchSoon({ jobs }: Services, tx: Transaction, source: Permitted<Source, "source:manage">): Promise<void> {
  await store.makeDue(tx, source);
  await jobs.enqueue(tx, "source-polling", {});
}

/** The feed at an address, or that of a website that has one, or the choices of a website that has several. */
async function findFeed(services: Services, viewer: Viewer, url: string) {
  const { importAllowHosts: allowHosts, publicUrl } = services.config;
  await services.rateLimits.consume({ "fetch-page": viewer.userId });
  try {
    const reading = await readFeed({ url, allowHosts, publicUrl: publicUrl.href });
    if (reading.kind === "feed") return reading;
    const [first, ...others] = reading.kind === "page" ? reading.feeds : [];
    if (!first) throw new OutboundError("not_a_feed");
    if (others.length > 0) return { choices: [first, ...others] };
    const linked = await readFeed({ url: first.address, allowHosts, publicUrl: publicUrl.href });
    if (linked.kind !== "feed") throw new OutboundError("not_a_feed");
    return linked;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const host = typeof error.data.host === "string" ? error.data.host : new URL(url).host;
    throw new InvalidFields({ address: [{ key: `source.${sourceProblemOf(error)}`, values: { host, max: limits.sourceMb } }] });
  }
}

const titleOf = (title: string, address: string) => (title || new URL(address).host).slice(0, limits.feedName);

/** Names from personal teams are not logged. */
const nameFor = ({ team }: Pick<Source, "team">, title: string) => (team.visibility === "is_personal" ? null : title);
