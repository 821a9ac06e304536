import { z } from "zod";
import { invalidSchema, refusalSchema } from "../../contract/errors";
import { idSchema, linkTokenSchema } from "../../contract/rest/shared";
import type { Api } from "./context";
import { pathsWithoutDiskCheck } from "./requests";

const refusalDescriptions = {
  400: "The request is malformed.",
  401: "Not signed in, or the session has ended.",
  403: "Visible but not allowed, or the person has to change their first password.",
  404: "Does not exist, or is not visible to the caller.",
  409: "Changed by somebody else in the meantime.",
  413: "Too large.",
  429: "Too many attempts; see `Retry-After`.",
  507: "The server is running out of disk space.",
} as const;

type RefusalStatus = keyof typeof refusalDescriptions;

/** The refusals of a route, for its `responses`. */
export function refusals<S extends RefusalStatus>(...statuses: S[]) {
  const one = (status: S) => ({ description: refusalDescriptions[status], content: { "application/json": { schema: refusalSchema } } });
  return Object.fromEntries(statuses.map((status) => [status, one(status)])) as { [K in S]: ReturnType<typeof one> };
}

/** The 422 of a route, for its `responses`. */
export const invalid = {
  422: { description: "Invalid input; the messages are by field.", content: { "application/json": { schema: invalidSchema } } },
} as const;

/** A JSON response, for a route's `responses`. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({ description, content: { "application/json": { schema } } });

/** A JSON body, for a route's `request`. It is required: without that, a request without content type would skip the validation. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({ required: true, content: { "application/json": { schema } } }) as const;

/** A form with a `file` and texts. Described but not validated, because that would read all of it into memory. */
export const fileForm = (...texts: string[]) => {
  const type = "string" as const;
  const file = { type, contentMediaType: "application/octet-stream" };
  const properties = { ...Object.fromEntries(texts.map((text) => [text, { type }])), file };
  return { "multipart/form-data": { schema: { type: "object" as const, required: [...texts, "file"], properties } } };
};

export const idParams = z.object({ id: idSchema });

/** The secret of a link in a mail. */
export const tokenParams = z.object({ token: linkTokenSchema });

/** Serves the OpenAPI document, which is generated from the schemas that validate requests. */
export function registerOpenApi(api: Api): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer", bearerFormat: "JWT" });
  let document: ReturnType<typeof describeApi> | undefined;
  api.get("/openapi.json", (c) => {
    // Generated once, because it takes a while, and at the first request, when all routes are registered.
    document ??= describeApi(api);
    return c.json(document);
  });
}

function describeApi(api: Api) {
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Folda API",
      version: "1.0.0",
      description:
        "Keys are snake_case. `Accept-Language` (de, en) chooses the language of messages and names; `X-Request-Id` is returned.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
  });
  for (const [path, { get, post, put, delete: remove }] of Object.entries(document.paths ?? {})) {
    if (!pathsWithoutDiskCheck.includes(path))
      for (const operation of [post, put]) Object.assign(operation?.responses ?? {}, describeRefusal(507));
    // Every route that requires a session can also require a password change first (api/http/authenticate.ts).
    for (const operation of [get, post, put, remove])
      if (operation && operation.security?.length !== 0) operation.responses = { ...describeRefusal(403), ...operation.responses };
  }
  return document;
}

/** A refusal in the generated document, which refers to schemas by name. */
const describeRefusal = (status: RefusalStatus) => ({
  [status]: {
    description: refusalDescriptions[status],
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  },
});
