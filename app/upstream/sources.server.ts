import { z } from "zod";
import { type createSourceBodySchema, sourcePreviewSchema, sourceSchema, type updateSourceBodySchema } from "../../contract/rest/sources";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Source = Camel<z.output<typeof sourceSchema>>;
export type SourcePreview = Camel<z.output<typeof sourcePreviewSchema>>;

const sourcePath = (id: string) => `/sources/${encodeURIComponent(id)}`;

/** The feeds that a folder is subscribed to, by title. */
export const listSources = (upstream: Upstream, folderId: string) =>
  upstream.get(`/folders/${encodeURIComponent(folderId)}/sources`, z.array(sourceSchema));

export const requireSource = (upstream: Upstream, id: string) => upstream.get(sourcePath(id), sourceSchema);

/** The feed at an address with its newest entries, or the feeds of a website. */
export const previewSource = (upstream: Upstream, folderId: string, address: string) =>
  upstream.write("POST", "/sources/preview", sourcePreviewSchema, { folderId, address });

export const createSource = (
  upstream: Upstream,
  source: Camel<z.output<typeof createSourceBodySchema>["source"]>,
  idempotencyKey?: string,
) => upstream.write("POST", "/sources", sourceSchema, { source }, { idempotencyKey });

/** Saves a change based on `lockVersion`; 409 if someone else has saved since. */
export const updateSource = (upstream: Upstream, id: string, source: Camel<z.output<typeof updateSourceBodySchema>["source"]>) =>
  upstream.write("PUT", sourcePath(id), sourceSchema, { source });

export const fetchSource = (upstream: Upstream, id: string) => upstream.write("POST", `${sourcePath(id)}/fetch`, z.undefined());

export const deleteSource = (upstream: Upstream, id: string) => upstream.write("DELETE", sourcePath(id), z.undefined());
