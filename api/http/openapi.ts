import { z } from "zod";
import { invalidSchema, refusalSchema } from "../../contract/errors";
import { idSchema, linkTokenSchema } from "../../contract/rest/shared";
import type { Api } from "./context";
import { pathsWithoutRoom } from "./requests";

const refusalDescriptions = {
  400: "The request cannot be understood.",
  401: "Not signed in, or the session is over.",
  403: "Visible, but not allowed; or the password is somebody else's and has to be changed first.",
  404: "Not there, not yours, or another workspace's.",
  409: "Changed by somebody else in the meantime.",
  413: "Too large.",
  429: "Too many attempts; `Retry-After` says when to try again.",
  507: "The server has no room for it at the moment.",
} as const;

type RefusalStatus = keyof typeof refusalDescriptions;

/** The refusals of a route, for its `responses`. */
export function refusals<S extends RefusalStatus>(...statuses: S[]) {
  const one = (status: S) => ({ description: refusalDescriptions[status], content: { "application/json": { schema: refusalSchema } } });
  return Object.fromEntries(statuses.map((status) => [status, one(status)])) as { [K in S]: ReturnType<typeof one> };
}

/** The 422 of a route, for its `responses`. */
export const invalid = {
  422: { description: "The input can be mended.", content: { "application/json": { schema: invalidSchema } } },
} as const;

/** A JSON answer, for a route's `responses`. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({ description, content: { "application/json": { schema } } });

/** A JSON body, for a route's `request`. It is required: without that, a request without content type would skip the validation. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({ required: true, content: { "application/json": { schema } } }) as const;

export const idParams = z.object({ id: idSchema });

/** The secret of a mail's link. */
export const tokenParams = z.object({ token: linkTokenSchema });

/** Serves the description of the API, made from the schemas that validate its requests. */
export function registerOpenApi(api: Api): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer", bearerFormat: "JWT" });
  let document: ReturnType<typeof describeApi> | undefined;
  api.get("/openapi.json", (c) => {
    // Made at the first request, when all routes are there, and once, because it takes a while.
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
      description: "Keys are snake_case. `Accept-Language` (de, en) chooses the language of messages and names; `X-Request-Id` comes back.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
  });
  for (const [path, { get, post, put, delete: remove }] of Object.entries(document.paths ?? {})) {
    if (!pathsWithoutRoom.includes(path))
      for (const operation of [post, put]) Object.assign(operation?.responses ?? {}, describeRefusal(507));
    // Whatever asks for a session may ask for a password of one's own first (api/http/authenticate.ts).
    for (const operation of [get, post, put, remove])
      if (operation && operation.security?.length !== 0) operation.responses = { ...describeRefusal(403), ...operation.responses };
  }
  return document;
}

/** A refusal in the document itself, where schemas are no longer zod's. */
const describeRefusal = (status: RefusalStatus) => ({
  [status]: {
    description: refusalDescriptions[status],
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  },
});
