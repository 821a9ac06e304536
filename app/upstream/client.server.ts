import { ClientError, GraphQLClient } from "graphql-request";
import type { z } from "zod";
import { log } from "~/http/log.server";
import { invalidSchema, refusalSchema } from "../../contract/errors";
import type { writeMultipart } from "../../contract/multipart.server";
import { callForLog } from "../../contract/path-for-log";
import { deviceHeader } from "../../contract/rest/session";
import { type Camel, fromWire, toWire } from "../../contract/wire";
import { failure, orFailure, unavailable, unclear } from "./failure.server";
import type { Result } from "./result";
import { AnswerTooLong, isTimeout, send, upstreamUrl } from "./transport.server";

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

interface WriteOptions {
  idempotencyKey?: string;
  /** For calls that take longer than others. */
  timeoutMs?: number;
}

interface Sent {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  form?: ReturnType<typeof writeMultipart>;
  headers?: Record<string, string>;
  streams?: boolean;
  timeoutMs?: number;
}

interface UpstreamOptions {
  locale: string;
  requestId: string;
  /** The browser's `X-Forwarded-For`, unchanged: the API knows how many proxies contributed to it, and rate-limits sign-ins by address. */
  forwardedFor?: string;
  /** Shown in the list of sessions. */
  userAgent?: string;
  /** Identifies a known browser at sign-in. */
  device?: string;
  token?: string;
  /** Called if the session has expired or its workspace is disabled; throws the response. */
  onSignedOut: (reason?: "disabled") => never;
}

/** The API on behalf of one user or visitor. Created only by `requireSession`, `visitor` and the like. */
export class Upstream {
  constructor(private readonly options: UpstreamOptions) {}

  /** The language of country names and error messages. */
  get locale(): string {
    return this.options.locale;
  }

  /** Reads one resource. Throws a `Response` (404, 403, 500, 502, 503), see `refuse`. */
  async get<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<Camel<z.output<S>>> {
    return this.parseAnswer(path, schema, await this.read(path, query));
  }

  /** The raw response to a GET, for files. Throws like `get`, but returns 304, 409 (not ready yet) and 416. */
  async open(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.call("GET", path, { query, headers, streams: true });
    if (response.ok || [304, 409, 416].includes(response.status)) return response;
    return this.refuse(response);
  }

  /**
   * Writes. Returns errors that a form can show, including failures of the API, so that no input is lost. Throws 404 and 403 like `get`.
   */
  async write<S extends z.ZodType>(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    schema: S,
    body?: unknown,
    { idempotencyKey, timeoutMs }: WriteOptions = {},
  ): Promise<Result<Camel<z.output<S>>>> {
    const response = this.call(method, path, { body, headers: keyHeader(idempotencyKey), timeoutMs });
    return orFailure(this.toResult(path, response, schema));
  }

  /** Sends a form with a file, streaming its content. Returns and throws like `write`. */
  async upload<S extends z.ZodType>(
    path: string,
    schema: S,
    form: ReturnType<typeof writeMultipart>,
    { timeoutMs, method = "POST" }: WriteOptions & { method?: "POST" | "PUT" } = {},
  ): Promise<Result<Camel<z.output<S>>>> {
    return orFailure(this.toResult(path, this.call(method, path, { form, timeoutMs }), schema));
  }

  /** A GET whose rejections are shown in a form, such as an import. */
  async ask<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<Result<Camel<z.output<S>>>> {
    return orFailure(this.toResult(path, this.call("GET", path, { query }), schema));
  }

  /** Executes a GraphQL operation. Throws like `get`. */
  async graphql<S extends z.ZodType>(
    document: string,
    schema: S,
    variables: Record<string, string | boolean | number>,
    { idempotencyKey }: WriteOptions = {},
  ): Promise<z.output<S>> {
    const path = "/graphql";
    const client = new GraphQLClient(upstreamUrl(path).href, {
      headers: { ...this.headers(), ...keyHeader(idempotencyKey) },
      fetch: async (_input, init) => {
        const response = await send(upstreamUrl(path), { method: "POST", headers: init?.headers, body: init?.body });
        return response.ok ? response : this.refuseWrite(response);
      },
    });
    try {
      return this.parsed(path, schema, await client.request(document, variables));
    } catch (error) {
      if (error instanceof Response) throw error;
      // Problems that users can fix are part of the data; GraphQL errors are bugs of the API or unknown operations.
      if (error instanceof ClientError && error.response.errors) throw failure(this.options.requestId, 500);
      return this.reject(path, error instanceof Error ? error.name : "unreadable");
    }
  }

  private async read(path: string, query: Query): Promise<unknown> {
    const response = await this.call("GET", path, { query });
    return response.ok ? this.readJson(path, response) : this.refuse(response);
  }

  private async call(method: string, path: string, { query = {}, body, form, headers = {}, streams, timeoutMs }: Sent): Promise<Response> {
    const url = upstreamUrl(path);
    for (const [key, value] of Object.entries(toWire(query) as Query)) {
      if (value === undefined || value === null || value === "") continue;
      const text = Array.isArray(value) ? value.join(",") : String(value);
      if (text !== "") url.searchParams.set(key, text);
    }
    const json = body === undefined ? undefined : JSON.stringify(toWire(body));
    const type = form?.contentType ?? (json === undefined ? undefined : "application/json");
    const contentType: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
    const init = { method, headers: { ...this.headers(), ...contentType, ...headers }, body: form?.body ?? json };
    return send(url, init, { streams, timeoutMs });
  }

  private headers(): Record<string, string> {
    const { locale, requestId, forwardedFor, userAgent, device, token } = this.options;
    return {
      Accept: "application/json",
      "Accept-Language": locale,
      "X-Request-Id": requestId,
      ...(forwardedFor ? { "X-Forwarded-For": forwardedFor } : {}),
      ...(userAgent ? { "User-Agent": userAgent } : {}),
      ...(device ? { [deviceHeader]: device } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
  }

  private async toResult<S extends z.ZodType>(path: string, call: Promise<Response>, schema: S): Promise<Result<Camel<z.output<S>>>> {
    const response = await call;
    const { status } = response;
    if (response.ok)
      return { ok: true, data: this.parseAnswer(path, schema, status === 204 ? undefined : await this.readJson(path, response)) };
    if (status === 422) {
      const { errors, message, code } = this.parsed(path, invalidSchema, await this.readJson(path, response));
      return { ok: false, status, errors: fromWire(errors), message, code };
    }
    if ([400, 409, 413, 429, 507].includes(status) || (status === 401 && !this.options.token)) {
      // A proxy may reject the call with its own page, in which case the status has to suffice.
      const answer = refusalSchema.safeParse(await response.json().catch(() => undefined));
      const retryAfterSeconds = retryAfterOf(response);
      const { errors, message } = answer.data ?? {};
      return { ok: false, status, errors: fromWire(errors ?? {}), message: errors ? undefined : message, retryAfterSeconds };
    }
    return this.refuseWrite(response);
  }

  /** Like `refuse`, for calls that may have stored something. */
  private async refuseWrite(response: Response): Promise<never> {
    if (response.status === 503) {
      const answer = refusalSchema.safeParse(await response.json().catch(() => undefined));
      const retryAfter = response.headers.get("Retry-After") ?? undefined;
      if (answer.data?.code === "unclear") throw unclear(this.options.requestId, answer.data.message, retryAfter);
    }
    return this.refuse(response);
  }

  /**
   * Throws the response for a failure that no form can show: 404 and 403 unchanged, a bug of the API as 500, a busy or unavailable API as
   * 503, and everything outside the contract as 502.
   */
  private refuse({ status, headers, body }: Response): never {
    // An unread body would occupy its connection.
    void body?.cancel().catch(() => undefined);
    if (status === 401) this.options.onSignedOut(/client_disabled/.test(headers.get("WWW-Authenticate") ?? "") ? "disabled" : undefined);
    if (status === 404 || status === 403) throw new Response(null, { status });
    if (status === 503 || status === 429) throw unavailable(this.options.requestId, headers.get("Retry-After") ?? undefined);
    throw failure(this.options.requestId, status === 500 ? 500 : 502);
  }

  private async readJson(path: string, response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch (error) {
      if (isTimeout(error)) throw unavailable(this.options.requestId);
      return this.reject(path, error instanceof AnswerTooLong ? error.message : "no JSON");
    }
  }

  private parseAnswer<S extends z.ZodType>(path: string, schema: S, value: unknown): Camel<z.output<S>> {
    return fromWire(this.parsed(path, schema, value));
  }

  /** Validates a response, because the upstream is not trusted: an unexpected shape becomes a 502 instead of an exception within a page. */
  private parsed<S extends z.ZodType>(path: string, schema: S, value: unknown): z.output<S> {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    return this.reject(path, result.error.issues.map((issue) => `${fieldForLog(issue.path)}: ${issue.code}`).join(", "));
  }

  /** Logs which response was invalid and where, but none of its content. */
  private reject(path: string, reason: string): never {
    log().error({ requestId: this.options.requestId, call: callForLog("", path).trim(), reason }, "invalid upstream response");
    throw failure(this.options.requestId, 502);
  }
}

/** Keys of records can be any text from the upstream; field names have only lowercase letters and underscores. */
const fieldForLog = (path: readonly PropertyKey[]) =>
  path.map((step) => (/^(?:[a-z_]{1,32}|\d+)$/.test(String(step)) ? String(step) : "*")).join(".");

const retryAfterOf = ({ headers }: Response) => Number(headers.get("Retry-After")) || undefined;

/** A form submitted twice has the same key, so it takes effect once. */
const keyHeader = (key?: string): Record<string, string> => (key ? { "Idempotency-Key": key } : {});
