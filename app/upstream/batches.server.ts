import type { z } from "zod";
import type { ArticleFilter } from "../../contract/article-filter";
import { batchPreviewSchema, batchSchema, type createBatchBodySchema } from "../../contract/rest/batches";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type BatchChange = Camel<z.output<typeof createBatchBodySchema>>["batch"]["change"];

/** Articles by id, or those of a filtered list that were filed until a moment (ISO 8601). */
export type Selection = { contentIds: string[] } | { filter: ArticleFilter; filedUntil: string };

/** Filters are sent as in the query of a list: several values are separated by commas. */
function toWire(selection: Selection) {
  if ("contentIds" in selection) return selection;
  const filter = Object.entries(selection.filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { ...selection, filter: Object.fromEntries(filter) };
}

interface ConfirmedChange {
  change: BatchChange;
  /** The number of articles that the user has confirmed. */
  confirmed: number | undefined;
  key: string | undefined;
}

/** Changes several articles: a few at once, more in the background. */
export const createBatch = (upstream: Upstream, selection: Selection, { change, confirmed, key }: ConfirmedChange) =>
  upstream.write("POST", "/batches", batchSchema, { batch: { ...toWire(selection), change, confirmed } }, { idempotencyKey: key });

/** How many articles a batch would change, and the scheduled newsletters that contain one of them. */
export const previewBatch = (upstream: Upstream, selection: Selection) =>
  upstream.write("POST", "/batches/preview", batchPreviewSchema, { batch: toWire(selection) });

const batchPath = (id: string) => `/batches/${encodeURIComponent(id)}`;

/** The progress of one of the user's own batches. */
export const requireBatch = (upstream: Upstream, id: string) => upstream.get(batchPath(id), batchSchema);

/** Leaves the articles that are not processed yet as they are. */
export const stopBatch = (upstream: Upstream, id: string) => upstream.write("POST", `${batchPath(id)}/stop`, batchSchema);
