import { z } from "zod";
import { restoredSchema, trashItemSchema, trashListSchema, undoneBatchSchema } from "../../contract/rest/trash";
import type { Upstream } from "./client.server";

const trashPath = (id: string) => `/trash/${encodeURIComponent(id)}`;

/** A page (zero-based) of the deleted things that the user may restore. */
export const listTrash = (upstream: Upstream, page: number) => upstream.get("/trash", trashListSchema, { page });

export const requireTrashItem = (upstream: Upstream, id: string) => upstream.get(trashPath(id), trashItemSchema);

export const restoreFromTrash = (upstream: Upstream, id: string) => upstream.write("POST", `${trashPath(id)}/restore`, restoredSchema);

/** Restores the articles that one of the user's batches deleted. */
export const undoBatch = (upstream: Upstream, id: string) =>
  upstream.write("POST", `/batches/${encodeURIComponent(id)}/undo`, undoneBatchSchema);

export const purgeFromTrash = (upstream: Upstream, id: string) => upstream.write("DELETE", trashPath(id), z.undefined());
