import { z } from "zod";
import { exportSchema, listedExportSchema } from "../../contract/rest/exports";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type Export = Camel<z.output<typeof exportSchema>>;

type ExportFields = Pick<Export, "contentIds" | "format" | "title" | "cover">;

/** Requests an export of these articles, in this order. It is created in the background. */
export const createExport = (upstream: Upstream, { contentIds, ...fields }: ExportFields, idempotencyKey?: string) =>
  upstream.write("POST", "/exports", exportSchema, { export: { ...fields, contentIds: contentIds.join(",") } }, { idempotencyKey });

const exportPath = (id: string) => `/exports/${encodeURIComponent(id)}`;

/** The user's own exports whose URLs are still valid, newest first. */
export const listExports = (upstream: Upstream) => upstream.get("/exports", z.array(listedExportSchema));

/** The progress of one of the user's own exports. */
export const requireExport = (upstream: Upstream, id: string) => upstream.get(exportPath(id), exportSchema);

/** The response with an export's file, given its signed URL; `undefined` if that is invalid or expired. */
export const findExportFile = (upstream: Upstream, id: string, query: { expires: string; signature: string }) =>
  unlessGone(upstream.open(`${exportPath(id)}/file`, query));
