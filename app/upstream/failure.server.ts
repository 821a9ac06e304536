import type { Refusal } from "./result";

/**
 * What a page is answered with when the API failed it. The body is the id of the request: the error page shows it, also after
 * a form that was sent by script, where nothing else of the answer reaches the page.
 */
export const failure = (requestId: string, status: 500 | 502): Response => new Response(requestId, { status });

/** The same for an API that is away or busy, with the seconds after which to come back. */
export const unavailable = (requestId: string, retryAfter = "10"): Response =>
  new Response(requestId, { status: 503, headers: { "Retry-After": retryAfter } });

/** Whether the API failed, and not who asked. */
const isFailure = (error: unknown): error is Response => error instanceof Response && error.status >= 500;

/** The answer to a call; a failure of the API as what a form can show. */
export async function orFailure<T>(call: Promise<T>): Promise<T | Refusal> {
  return call.catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    return { ok: false, status: error.status, errors: {}, retryAfterSeconds: Number(error.headers.get("Retry-After")) || undefined };
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
