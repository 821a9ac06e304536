import { z } from "zod";
import { exportSchema, listedExportSchema } from "../../contract/rest/exports";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type Export = Camel<z.output<typeof exportSchema>>;

interface ExportFields {
  contentIds: string[];
  format: Export["format"];
  title: string;
}

/** Asks for articles as one file, in their order, which is written in the background. */
export const createExport = (upstream: Upstream, { contentIds, ...fields }: ExportFields, idempotencyKey?: string) =>
  upstream.write("POST", "/exports", exportSchema, { export: { ...fields, contentIds: contentIds.join(",") } }, { idempotencyKey });

const exportPath = (id: string) => `/exports/${encodeURIComponent(id)}`;

/** One's own exports, for as long as their addresses are good, the newest first. */
export const listExports = (upstream: Upstream) => upstream.get("/exports", z.array(listedExportSchema));

/** How far one's own export is. */
export const requireExport = (upstream: Upstream, id: string) => upstream.get(exportPath(id), exportSchema);

/** The file of an export as the API answers it, for whoever has its signed address; `undefined` where that is worth nothing (any more). */
export const findExportFile = (upstream: Upstream, id: string, query: { expires: string; signature: string }) =>
  unlessGone(upstream.open(`${exportPath(id)}/file`, query));
