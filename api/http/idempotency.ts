import { z } from "zod";

/**
 * The same person's same key with the same content answers what it made the first time, also when two such requests arrive at
 * once; the same key with other content makes something else.
 */
export const idempotencyHeaders = z.object({ "idempotency-key": z.string().trim().min(1).max(200).optional() });

export const keyOf = (headers: z.infer<typeof idempotencyHeaders>): string | null => headers["idempotency-key"] ?? null;
