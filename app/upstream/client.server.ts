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
  /** Milliseconds for an answer that takes longer than others. */
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
  /** The browser's `X-Forwarded-For` as it came: the API knows how many proxies wrote it, and limits sign-ins by address. */
  forwardedFor?: string;
  /** The browser's name of itself, for the list of one's sessions. */
  userAgent?: string;
  /** By what a browser is known again when somebody signs in. */
  device?: string;
  token?: string;
  /** Throws what the browser gets when the API says that the session is over, or that its workspace is disabled. */
  onSignedOut: (reason?: "disabled") => never;
}

/** One person's way to the API: only `requireSession` and `visitor` make one. */
export class Upstream {
  constructor(private readonly options: UpstreamOptions) {}

  /** Reads one thing. Throws a `Response` (404, 403, 500, 502, 503) as `refuse` says. */
  async get<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<Camel<z.output<S>>> {
    return this.parseAnswer(path, schema, await this.read(path, query));
  }

  /** The raw answer to a GET, for files. Throws like `get`, but passes 304, 409 (not there yet) and 416 on. */
  async open(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.call("GET", path, { query, headers, streams: true });
    if (response.ok || [304, 409, 416].includes(response.status)) return response;
    return this.refuse(response);
  }

  /** Writes, and answers what a form can show, a failure of the API too: nothing typed is lost then. Throws 404 and 403 like `get`. */
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

  /** Sends a form with a file, which is read while it is sent. Answers and throws like `write`. */
  async upload<S extends z.ZodType>(
    path: string,
    schema: S,
    form: ReturnType<typeof writeMultipart>,
    { timeoutMs, method = "POST" }: WriteOptions & { method?: "POST" | "PUT" } = {},
  ): Promise<Result<Camel<z.output<S>>>> {
    return orFailure(this.toResult(path, this.call(method, path, { form, timeoutMs }), schema));
  }

  /** A GET whose refusals are for the form that asked, such as an import. */
  async ask<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<Result<Camel<z.output<S>>>> {
    return orFailure(this.toResult(path, this.call("GET", path, { query }), schema));
  }

  /** A GraphQL operation by its document and variables. Throws like `get`. */
  async graphql<S extends z.ZodType>(
    document: string,
    schema: S,
    variables: Record<string, string | boolean>,
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
      // What people can mend comes as data: errors beside it are a bug of the API, or a call that it does not know.
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
      // A proxy in between refuses with a page of its own: the status is enough.
      const answer = refusalSchema.safeParse(await response.json().catch(() => undefined));
      const retryAfterSeconds = retryAfterOf(response);
      const { errors, message } = answer.data ?? {};
      return { ok: false, status, errors: fromWire(errors ?? {}), message: errors ? undefined : message, retryAfterSeconds };
    }
    return this.refuseWrite(response);
  }

  /** As `refuse`, for calls that may have stored something. */
  private async refuseWrite(response: Response): Promise<never> {
    if (response.status === 503) {
      const answer = refusalSchema.safeParse(await response.json().catch(() => undefined));
      const retryAfter = response.headers.get("Retry-After") ?? undefined;
      if (answer.data?.code === "unclear") throw unclear(this.options.requestId, answer.data.message, retryAfter);
    }
    return this.refuse(response);
  }

  /**
   * What the browser gets for an answer that no form can show: 404 and 403 as they are, a bug of the API as 500, an API that is
   * busy or away as 503, and everything that the contract does not know as 502.
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

  /** Nothing trusts the upstream: an answer of another shape is a 502, not an exception in the middle of a page. */
  private parsed<S extends z.ZodType>(path: string, schema: S, value: unknown): z.output<S> {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    return this.reject(path, result.error.issues.map((issue) => `${fieldForLog(issue.path)}: ${issue.code}`).join(", "));
  }

  /** Says which answer was wrong where, and nothing of what was in it. */
  private reject(path: string, reason: string): never {
    log.error({ requestId: this.options.requestId, call: callForLog("", path).trim(), reason }, "upstream answered wrongly");
    throw failure(this.options.requestId, 502);
  }
}

/** A key of a record may be anything that the upstream sends; names of fields are small letters. */
const fieldForLog = (path: readonly PropertyKey[]) =>
  path.map((step) => (/^(?:[a-z_]{1,32}|\d+)$/.test(String(step)) ? String(step) : "*")).join(".");

const retryAfterOf = ({ headers }: Response) => Number(headers.get("Retry-After")) || undefined;

/** A form that is sent twice carries the same key twice, and counts once. */
const keyHeader = (key?: string): Record<string, string> => (key ? { "Idempotency-Key": key } : {});
