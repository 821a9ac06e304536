import { createRoute, z } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import { isMultipart } from "../../../contract/multipart.server";
import { clientSchema, updateClientBodySchema } from "../../../contract/rest/clients";
import { fromWire } from "../../../contract/wire";
import { InvalidFields } from "../../domain/errors";
import { changeClient, openLogo, requireClient } from "../../domain/workspace/clients";
import type { Services } from "../../services";
import type { Api } from "../context";
import { requireValid } from "../errors";
import { fileBody } from "../file-body";
import { idParams, invalid, json, refusals } from "../openapi";
import { requireSimpleJson } from "../requests";
import { withUpload } from "../upload";
import { toClient } from "./client-wire";

const showRoute = createRoute({
  method: "get",
  path: "/clients/{id}",
  summary: "The caller's workspace; with its settings for the owner",
  tags: ["clients"],
  request: { params: idParams },
  responses: { 200: json(clientSchema, "The workspace."), ...refusals(401, 404) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/clients/{id}",
  summary: "Change the workspace: the theme for owner and admins, settings and logo for the owner; omitted fields stay",
  tags: ["clients"],
  request: {
    params: idParams,
    body: {
      content: {
        "application/json": { schema: updateClientBodySchema },
        // Described but not validated, because that would read all of it into memory.
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["logo"],
            properties: {
              logo: { type: "string", contentMediaType: "image/svg+xml" },
              client: { type: "string", contentMediaType: "application/json", description: "The value of `client` in the JSON form." },
            },
          },
        },
      },
    },
  },
  responses: { 200: json(clientSchema, "The changed workspace."), ...invalid, ...refusals(400, 401, 403, 404, 409, 413) },
});

const logoRoute = createRoute({
  method: "get",
  path: "/logos/{id}",
  summary: "The logo of a workspace, for anyone who has its address",
  tags: ["clients"],
  security: [],
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: {
    200: { description: "A sanitised SVG.", content: { "image/svg+xml": { schema: z.string() } } },
    ...refusals(404),
  },
});

/** Pages for visitors show logos, too. */
export function registerOpenLogos(api: Api, services: Services): void {
  api.openapi(logoRoute, async (c) => {
    const file = await openLogo(services, c.req.valid("param").id.replace(/\.svg$/, ""));
    return c.body(await fileBody(c, file), 200, {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Content-Length": String(file.size),
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
  });
}

export function registerClients(api: Api, services: Services): void {
  api.openapi(showRoute, async (c) => c.json(toClient(await requireClient(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(updateRoute, async (c) => {
    const { id } = c.req.valid("param");
    const viewer = c.get("viewer");
    if (!isMultipart(c.req.raw.headers)) {
      const { client } = requireValid(updateClientBodySchema, c.req.header("Content-Type") ? await c.req.json() : {});
      return c.json(toClient(await changeClient(services, viewer, id, fromWire(client))), 200);
    }
    const changed = await withUpload(
      services,
      c.req.raw,
      ({ fields, upload }) => {
        const { client } = requireValid(updateClientBodySchema, { client: parsed(fields.client) });
        return changeClient(services, viewer, id, fromWire(client), upload);
      },
      { field: "logo", fieldBytes: 200_000, fileBytes: limits.logo },
    );
    return c.json(toClient(changed), 200);
  });
}

function parsed(text: unknown): unknown {
  if (text === undefined) return {};
  const json = String(text);
  requireSimpleJson(json);
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidFields({ client: [{ key: "wrongType" }] });
  }
}
