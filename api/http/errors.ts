import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { type FieldProblem, toFieldProblem } from "../../contract/errors";
import * as limits from "../../contract/limits";
import { noteFailure } from "../../contract/request-tally.server";
import { ShareUsedUp } from "../../contract/semaphore.server";
import { isTimeOver } from "../deadline";
import {
  Busy,
  ClientDisabled,
  DomainError,
  DrawingBusy,
  InsufficientStorage,
  InvalidFields,
  isDatabaseFull,
  isDatabaseUnavailable,
  JustSent,
  MailLimitReached,
  NewsletterConflict,
  NotFound,
  PageUnread,
  RateLimitReached,
  StoreFailed,
  StoreFull,
  TooManyExports,
} from "../domain/errors";
import type { Newsletter } from "../domain/newsletters/newsletters";
import type { Services } from "../services";
import type { ApiEnv } from "./context";
import { toMailing } from "./newsletters/wire";
import { type ApiTextKey, apiText, fieldTexts, type Locale } from "./texts";

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503 | 507;

/** Status and text of domain errors, by their code. */
const refusals: Record<string, { status: Status; text: ApiTextKey }> = {
  signed_out: { status: 401, text: "signedOut" },
  wrong_credentials: { status: 401, text: "wrongCredentials" },
  address_unconfirmed: { status: 401, text: "addressUnconfirmed" },
  first_password_ended: { status: 401, text: "firstPasswordEnded" },
  client_disabled: { status: 401, text: "clientDisabled" },
  api_key_refused: { status: 401, text: "apiKeyRefused" },
  scope_missing: { status: 403, text: "scopeMissing" },
  password_expired: { status: 403, text: "passwordExpired" },
  not_allowed: { status: 403, text: "notAllowed" },
  owner_stays: { status: 403, text: "ownerStays" },
  owner_unchanged: { status: 403, text: "ownerUnchanged" },
  team_owner_stays: { status: 403, text: "teamOwnerStays" },
  not_found: { status: 404, text: "notFound" },
  folder_missing: { status: 409, text: "folderMissing" },
  article_missing: { status: 409, text: "articleMissing" },
  last_owner: { status: 409, text: "lastOwner" },
  outdated: { status: 409, text: "outdated" },
  not_ready: { status: 409, text: "notReady" },
  insufficient_storage: { status: 507, text: "noRoom" },
  key_used: { status: 409, text: "keyUsed" },
  busy: { status: 503, text: "tooSlow" },
};

/** The same for errors of Hono and its middleware, by status; the contract has no 415. */
const httpRefusals: Record<number, { status: Status; text: ApiTextKey }> = {
  400: { status: 400, text: "badRequest" },
  413: { status: 413, text: "tooLarge" },
  415: { status: 400, text: "badRequest" },
  503: { status: 503, text: "tooSlow" },
};

const conflictTexts = { outdated: "outdated", scheduled: "mailingScheduled", published: "mailingPublished" } as const;

export function answerError(services: Services) {
  return (thrown: Error, c: Context<ApiEnv>): Response => {
    const error = thrown instanceof DrawingBusy ? new Busy() : thrown;
    const locale = c.get("locale");
    if (error instanceof InvalidFields) return c.json({ errors: fieldTexts(locale, error.problems) }, 422);
    if (error instanceof PageUnread) {
      const { problem, values } = error;
      const errors = fieldTexts(locale, { url: [{ key: `page.${problem}`, values }] });
      return c.json({ errors, message: apiText(locale, "importFailed"), code: problem }, 422);
    }
    if (error instanceof NewsletterConflict) {
      const { reason, stored } = error as NewsletterConflict<Newsletter>;
      return c.json({ message: apiText(locale, conflictTexts[reason]), code: reason, mailing: toMailing(stored) }, 409);
    }
    if (error instanceof RateLimitReached) {
      c.header("Retry-After", String(error.retryAfterSeconds));
      return c.json({ message: apiText(locale, "tooManyAttempts", { count: error.retryAfterSeconds }) }, 429);
    }
    if (error instanceof ShareUsedUp) {
      c.header("Retry-After", "5");
      return c.json({ message: apiText(locale, "tooManyAtOnce") }, 429);
    }
    if (error instanceof MailLimitReached) {
      c.header("Retry-After", String(error.retryAfterSeconds));
      const errors = fieldTexts(locale, error.problems);
      return c.json({ message: Object.values(errors).flat().join(" "), errors }, 429);
    }
    if (error instanceof JustSent) {
      c.header("Retry-After", String(error.retryAfterSeconds));
      return c.json({ message: apiText(locale, "justSent", { count: error.retryAfterSeconds }) }, 429);
    }
    if (error instanceof TooManyExports) {
      c.header("Retry-After", String(error.retryAfterSeconds));
      const hours = Math.ceil(error.retryAfterSeconds / 3600);
      return c.json({ message: apiText(locale, "tooManyExports", { max: limits.exportsKept, count: hours }) }, 429);
    }
    if (error instanceof InsufficientStorage || error instanceof StoreFull || isDatabaseFull(error)) {
      noteFailure(c.get("tally"), "insufficient disk space", error);
      c.header("Connection", "close");
      return c.json({ message: apiText(locale, "noRoom") }, 507);
    }
    // The request has already been answered; this response is not sent.
    if (isTimeOver(error)) return c.json({ message: apiText(locale, "tooSlow") }, 503);
    const known =
      error instanceof DomainError ? refusals[error.code] : error instanceof HTTPException ? httpRefusals[error.status] : undefined;
    if (known) {
      // Tells the web application why the session has ended.
      const why = error instanceof ClientDisabled ? ` error="${error.code}"` : "";
      if (known.status === 401) c.header("WWW-Authenticate", `Bearer${why}`);
      if (known.status === 503) {
        noteFailure(c.get("tally"), error instanceof DomainError ? error.code : "API time limit exceeded");
        c.header("Retry-After", "10");
      }
      // The body has not been read, so the connection cannot be used for another request.
      if (known.status === 413 || (known.status === 401 && c.req.raw.body && !c.req.raw.bodyUsed)) c.header("Connection", "close");
      return c.json({ message: apiText(locale, known.text) }, known.status);
    }
    if (isDatabaseUnavailable(error)) {
      noteFailure(c.get("tally"), "database unavailable", error);
      c.header("Retry-After", "10");
      return c.json({ message: apiText(locale, "tooSlow") }, 503);
    }
    if (error instanceof StoreFailed) {
      noteFailure(c.get("tally"), "file store unreachable", error);
      c.header("Retry-After", "10");
      return c.json({ message: apiText(locale, "filesAway") }, 503);
    }
    services.log.error({ requestId: c.get("requestId"), err: error }, "request failed");
    return c.json({ message: apiText(locale, "failed"), request_id: c.get("requestId") }, 500);
  };
}

/** The same texts for GraphQL, which has no statuses; `undefined` for unexpected errors. */
export function errorTexts(error: unknown, locale: Locale): string[] | undefined {
  if (error instanceof InvalidFields) return Object.values(fieldTexts(locale, error.problems)).flat();
  const known = error instanceof DomainError ? refusals[error.code] : undefined;
  return known && [apiText(locale, known.text)];
}

export function answerUnknown(c: Context<ApiEnv>): Response {
  return c.json({ message: apiText(c.get("locale"), "notFound") }, 404);
}

type Validation = { target: string; data?: unknown } & ({ success: true } | { success: false; error: z.ZodError });

/** Turns zod's issues into a 422 by field; a path with an invalid id is a 404. */
export function refuseInvalid(result: Validation): void {
  if (result.success) return;
  if (result.target === "param") throw new NotFound();
  throw toInvalidFields(result.error, result.data);
}

function toInvalidFields(error: z.ZodError, data: unknown): InvalidFields {
  const problems: Record<string, FieldProblem[]> = {};
  // A list of hundreds of invalid entries has as many issues; equal ones are reported once.
  const seen = new Set<string>();
  for (const issue of error.issues) {
    const field = issue.path.findLast((step) => typeof step === "string") ?? "base";
    const problem = toFieldProblem(issue, valueAt(data, issue.path));
    const key = JSON.stringify([field, problem]);
    if (seen.has(key)) continue;
    seen.add(key);
    problems[field] ??= [];
    problems[field].push(problem);
  }
  return new InvalidFields(problems);
}

/** Validates against a schema outside of a route's own validation; throws like `refuseInvalid`. */
export function requireValid<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw toInvalidFields(result.error, value);
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const step of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
