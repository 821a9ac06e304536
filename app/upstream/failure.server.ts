import type { Refusal, RefusalReason } from "./result";

/**
 * The response of a page after the API failed. Its body is the request's id, which the error page shows: after a submission by JavaScript,
 * only the body reaches the page.
 */
export const failure = (requestId: string, status: 500 | 502): Response => new Response(requestId, { status });

/** Like `failure`, for an unavailable or busy API, with `Retry-After` in seconds. */
export const unavailable = (requestId: string, retryAfter = "10"): Response =>
  new Response(requestId, { status: 503, headers: { "Retry-After": retryAfter } });

/** Property of thrown responses that holds the API's message. A global symbol, because the server build may contain this module twice. */
const apiMessage = Symbol.for("folda.message-of-api");
type ResponseWithMessage = Response & { [apiMessage]?: string };

/** Like `unavailable`, for a write that may have been stored. The form shows the API's message. */
export function unclear(requestId: string, message: string, retryAfter?: string): Response {
  return Object.assign(unavailable(requestId, retryAfter), { [apiMessage]: message });
}

/** A rejected write as a response to throw, for routes without a form that could show it. */
export function thrownRefusal({ status, message, retryAfterSeconds }: Pick<Refusal, "status" | "message" | "retryAfterSeconds">): Response {
  const response = new Response(null, { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {} });
  return Object.assign(response, { [apiMessage]: message });
}

/** Property of thrown responses that holds why something is refused. */
const refusalReason = Symbol.for("folda.reason-of-refusal");
type ResponseWithReason = Response & { [refusalReason]?: RefusalReason };

/** A 403 for a reason other than the viewer's role, for which the error page has its own words. */
export const refusedBecause = (reason: RefusalReason): Response =>
  Object.assign(Response.json({ reason }, { status: 403 }), { [refusalReason]: reason });

/** Why a thrown response refuses something, if not because of the viewer's role. */
export const reasonOf = (thrown: ResponseWithReason): RefusalReason | undefined => thrown[refusalReason];

/** The API's message about a thrown failure, if any. */
export const messageOf = (thrown: ResponseWithMessage): string | undefined => thrown[apiMessage];

/** Whether the API failed, as opposed to rejecting the request. */
const isFailure = (error: unknown): error is Response => error instanceof Response && error.status >= 500;

/** The result of a call. A failure of the API becomes a refusal that a form can show. */
export async function orFailure<T>(call: Promise<T>): Promise<T | Refusal> {
  return call.catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    const retryAfterSeconds = Number(error.headers.get("Retry-After")) || undefined;
    return { ok: false, status: error.status, errors: {}, message: messageOf(error), retryAfterSeconds };
  });
}

/** The result of a call; `undefined` for 404. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Response && error.status === 404) return undefined;
    throw error;
  });
}

/** The result of a call to a collection, whose 404 does not mean that something was deleted: a refusal that a form can show. */
export async function orUnplaced<T>(call: Promise<T>): Promise<T | Refusal> {
  return (await unlessGone(call)) ?? { ok: false, status: 502, errors: {} };
}

/** The result of a call; `undefined` for 403. */
export async function unlessForbidden<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Response && error.status === 403) return undefined;
    throw error;
  });
}

/** The result of a call; `undefined` if the API failed, for optional parts of a page. */
export async function unlessFailed<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (isFailure(error)) return undefined;
    throw error;
  });
}
