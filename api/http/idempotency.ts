import { z } from "zod";

/**
 * The same key of the same person with the same content returns what the first request created, even if both arrive together. With different
 * content it creates something else.
 */
export const idempotencyHeaders = z.object({ "idempotency-key": z.string().trim().min(1).max(200).optional() });

export const keyOf = (headers: z.infer<typeof idempotencyHeaders>): string | null => headers["idempotency-key"] ?? null;
