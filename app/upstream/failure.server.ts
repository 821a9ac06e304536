import type { Refusal } from "./result";

/**
 * What a page is answered with when the API failed it. The body is the id of the request: the error page shows it, also after
 * a form that was sent by script, where nothing else of the answer reaches the page.
 */
export const failure = (requestId: string, status: 500 | 502): Response => new Response(requestId, { status });

/** The same for an API that is away or busy, with the seconds after which to come back. */
export const unavailable = (requestId: string, retryAfter = "10"): Response =>
  new Response(requestId, { status: 503, headers: { "Retry-After": retryAfter } });

/** Where a thrown answer carries what the API says. The server build can hold this module twice, and both read it. */
const said = Symbol.for("folda.message-of-api");
type Telling = Response & { [said]?: string };

/** The same for a write that may have been stored: a form shows what the API says of that. */
export function unclear(requestId: string, message: string, retryAfter?: string): Response {
  return Object.assign(unavailable(requestId, retryAfter), { [said]: message });
}

/** A refusal of a write as what a route throws that has no form to show it in. */
export function thrownRefusal({ status, message, retryAfterSeconds }: Pick<Refusal, "status" | "message" | "retryAfterSeconds">): Response {
  const response = new Response(null, { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {} });
  return Object.assign(response, { [said]: message });
}

/** What the API says of the failure that was thrown, where it says more than its status. */
export const messageOf = (thrown: Telling): string | undefined => thrown[said];

/** Whether the API failed, and not who asked. */
const isFailure = (error: unknown): error is Response => error instanceof Response && error.status >= 500;

/** The answer to a call; a failure of the API as what a form can show. */
export async function orFailure<T>(call: Promise<T>): Promise<T | Refusal> {
  return call.catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    const retryAfterSeconds = Number(error.headers.get("Retry-After")) || undefined;
    return { ok: false, status: error.status, errors: {}, message: messageOf(error), retryAfterSeconds };
  });
}

/** The answer to a call, or `undefined` where the thing is not there (any more). */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Response && error.status === 404) return undefined;
    throw error;
  });
}

/** The answer to a call, or `undefined` where this person may not. */
export async function unlessForbidden<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Response && error.status === 403) return undefined;
    throw error;
  });
}

/** The answer to a call, or `undefined` where the API failed and the page does without. */
export async function unlessFailed<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (isFailure(error)) return undefined;
    throw error;
  });
}
