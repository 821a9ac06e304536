import { createRoute } from "@hono/zod-openapi";
import { limits } from "../../../contract/limits";
import {
  checksSchema,
  createMailingBodySchema,
  deliveryListSchema,
  deliveryQuerySchema,
  mailingConflictSchema,
  mailingSchema,
  resendBodySchema,
  updateMailingBodySchema,
} from "../../../contract/rest/mailings";
import { checkMailing } from "../../domain/newsletters/checks";
import { changeMailing, createMailing, removeMailing } from "../../domain/newsletters/drafts";
import { listDeliveries, previewMailing, publishMailing, resendMailing, stopMailing } from "../../domain/newsletters/publish";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toMeta } from "../paging";
import { toCheck, toDelivery, toMailing } from "./wire";

const conflict = { 409: json(mailingConflictSchema, "Saved by somebody else meanwhile, or no longer a draft; with what is stored.") };

const createMailingRoute = createRoute({
  method: "post",
  path: "/mailings",
  summary: "Begin a newsletter",
  tags: ["mailings"],
  request: { headers: idempotencyHeaders, body: jsonBody(createMailingBodySchema) },
  responses: {
    201: json(mailingSchema, "The new draft, or the one this key made before."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413),
  },
});

const updateRoute = createRoute({
  method: "put",
  path: "/mailings/{id}",
  summary: "Change a draft, where what is left out stays; publish it, or send its preview",
  tags: ["mailings"],
  request: { params: idParams, body: jsonBody(updateMailingBodySchema) },
  responses: { 200: json(mailingSchema, "The changed mailing."), ...invalid, ...conflict, ...refusals(400, 401, 403, 404, 413, 429) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/mailings/{id}",
  summary: "Delete a mailing; what is not handed over then is never sent",
  tags: ["mailings"],
  request: { params: idParams },
  responses: { 204: { description: "It is gone, and so is its page." }, ...refusals(401, 403, 404) },
});

const stopRoute = createRoute({
  method: "delete",
  path: "/mailings/{id}/publication",
  summary: "Make a draft of a scheduled mailing again, or end the delivery of a published one",
  tags: ["mailings"],
  request: { params: idParams },
  responses: {
    200: json(mailingSchema, "The mailing; what is at the mail server at this moment still arrives."),
    ...refusals(401, 403, 404),
  },
});

const deliveriesRoute = createRoute({
  method: "get",
  path: "/mailings/{id}/deliveries",
  summary: "The recipients of a mailing, and what became of their mails",
  tags: ["mailings"],
  request: { params: idParams, query: deliveryQuerySchema },
  responses: { 200: json(deliveryListSchema, "A page of them, by name."), ...invalid, ...refusals(401, 403, 404) },
});

const checksRoute = createRoute({
  method: "get",
  path: "/mailings/{id}/checks",
  summary: "What to look at before sending; asks all links, for some seconds",
  tags: ["mailings"],
  request: { params: idParams },
  responses: { 200: json(checksSchema, "Errors, then warnings."), ...refusals(401, 403, 404, 429) },
});

const resendRoute = createRoute({
  method: "post",
  path: "/mailings/{id}/deliveries",
  summary: "Send once more to recipients whose mail was refused, stopped, or may not have arrived",
  tags: ["mailings"],
  request: { params: idParams, body: jsonBody(resendBodySchema) },
  responses: { 200: json(mailingSchema, "The mailing with its counts."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

export function registerMailings(api: Api, services: Services): void {
  api.openapi(createMailingRoute, async (c) => {
    const { folder_id: folderId, vuex_state: vuexState } = c.req.valid("json").mailing;
    const key = keyOf(c.req.valid("header"));
    return c.json(toMailing(await createMailing(services, c.get("viewer"), { folderId, vuexState }, key)), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { mailing, perform } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const change = { vuexState: mailing.vuex_state, lockVersion: mailing.lock_version };
    const scheduledFor = mailing.scheduled_for === null ? null : new Date(mailing.scheduled_for);
    if (perform === "publish")
      return c.json(toMailing(await publishMailing(services, c.get("viewer"), id, { ...change, scheduledFor })), 200);
    const save = perform === "preview" ? previewMailing : changeMailing;
    return c.json(toMailing(await save(services, c.get("viewer"), id, change)), 200);
  });

  api.openapi(stopRoute, async (c) => c.json(toMailing(await stopMailing(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(deliveriesRoute, async (c) => {
    const { state, page } = c.req.valid("query");
    const { entries, total } = await listDeliveries(services, c.get("viewer"), c.req.valid("param").id, { state, page });
    return c.json({ entries: entries.map(toDelivery), meta: toMeta(page, limits.deliveriesPerPage, total) }, 200);
  });

  api.openapi(checksRoute, async (c) => {
    const checks = await checkMailing(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ entries: checks.map((check) => toCheck(check, c.get("locale"))) }, 200);
  });

  api.openapi(resendRoute, async (c) => {
    const { deliveries } = c.req.valid("json");
    return c.json(toMailing(await resendMailing(services, c.get("viewer"), c.req.valid("param").id, deliveries)), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeMailing(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
