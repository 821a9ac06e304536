import { z } from "zod";
import { ownershipSchema } from "../../contract/rest/ownerships";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Ownership = Camel<z.output<typeof ownershipSchema>>;

/** The people responsible for a folder, sorted by e-mail address. */
export const listOwnerships = (upstream: Upstream, folderId: string) => upstream.get("/ownerships", z.array(ownershipSchema), { folderId });

export const createOwnership = (
  upstream: Upstream,
  ownership: { folderId: string; userId: string; role: Ownership["role"] },
  idempotencyKey?: string,
) => upstream.write("POST", "/ownerships", ownershipSchema, { ownership }, { idempotencyKey });

/** Missing fields stay unchanged. */
export const updateOwnership = (upstream: Upstream, id: string, ownership: { role?: Ownership["role"]; active?: boolean }) =>
  upstream.write("PUT", `/ownerships/${encodeURIComponent(id)}`, ownershipSchema, { ownership });
