import { createRoute } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  checksSchema,
  createMailingBodySchema,
  deliveryListSchema,
  deliveryQuerySchema,
  mailingConflictSchema,
  mailingSchema,
  resendBodySchema,
  scheduledMailingSchema,
  updateMailingBodySchema,
} from "../../../contract/rest/mailings";
import { fromWire } from "../../../contract/wire";
import { checkNewsletter } from "../../domain/newsletters/check";
import { listDeliveries, resendDeliveries } from "../../domain/newsletters/deliveries";
import { changeNewsletter, createNewsletter } from "../../domain/newsletters/drafts";
import { listScheduledWith, removeNewsletter } from "../../domain/newsletters/newsletters";
import { previewNewsletter } from "../../domain/newsletters/preview";
import { publishNewsletter, stopNewsletter } from "../../domain/newsletters/publish";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toMeta } from "../paging";
import { toCheck, toDelivery, toMailing, toScheduledMailing } from "./wire";

const conflict = { 409: json(mailingConflictSchema, "Changed by somebody else, or no longer a draft; with the stored mailing.") };

const createNewsletterRoute = createRoute({
  method: "post",
  path: "/mailings",
  summary: "Create a newsletter",
  tags: ["mailings"],
  request: { headers: idempotencyHeaders, body: jsonBody(createMailingBodySchema) },
  responses: {
    201: json(mailingSchema, "The new draft, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413),
  },
});

const updateRoute = createRoute({
  method: "put",
  path: "/mailings/{id}",
  summary: "Change a draft (missing fields stay), publish it, or send its preview",
  tags: ["mailings"],
  request: { params: idParams, body: jsonBody(updateMailingBodySchema) },
  responses: { 200: json(mailingSchema, "The changed mailing."), ...invalid, ...conflict, ...refusals(400, 401, 403, 404, 413, 429) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/mailings/{id}",
  summary: "Delete a mailing and cancel its undelivered mails",
  tags: ["mailings"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted, with its page." }, ...refusals(401, 403, 404) },
});

const stopRoute = createRoute({
  method: "delete",
  path: "/mailings/{id}/publication",
  summary: "Make a scheduled mailing a draft again, or stop the delivery of a published one",
  tags: ["mailings"],
  request: { params: idParams },
  responses: {
    200: json(mailingSchema, "The mailing. Mails that are being sent at this moment still arrive."),
    ...refusals(401, 403, 404),
  },
});

const deliveriesRoute = createRoute({
  method: "get",
  path: "/mailings/{id}/deliveries",
  summary: "The recipients of a mailing, and the state of their mails",
  tags: ["mailings"],
  request: { params: idParams, query: deliveryQuerySchema },
  responses: { 200: json(deliveryListSchema, "A page of them, by name."), ...invalid, ...refusals(401, 403, 404) },
});

const checksRoute = createRoute({
  method: "get",
  path: "/mailings/{id}/checks",
  summary: "Problems to solve before sending; requests all links, which takes some seconds",
  tags: ["mailings"],
  request: { params: idParams },
  responses: { 200: json(checksSchema, "Errors, then warnings."), ...refusals(401, 403, 404, 429) },
});

const resendRoute = createRoute({
  method: "post",
  path: "/mailings/{id}/deliveries",
  summary: "Send again to recipients whose mail was refused, stopped, or may not have arrived",
  tags: ["mailings"],
  request: { params: idParams, body: jsonBody(resendBodySchema) },
  responses: { 200: json(mailingSchema, "The mailing with its counts."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const scheduledRoute = createRoute({
  method: "get",
  path: "/contents/{id}/scheduled_mailings",
  summary: "The scheduled mailings that contain an article, which leave it out if it is deleted or locked",
  tags: ["mailings"],
  request: { params: idParams },
  responses: { 200: json(scheduledMailingSchema.array(), "By time."), ...refusals(401, 403, 404) },
});

export function registerNewsletters(api: Api, services: Services): void {
  api.openapi(createNewsletterRoute, async (c) => {
    const { folderId, vuexState: draft, onlyNew, templateId } = fromWire(c.req.valid("json").mailing);
    const key = keyOf(c.req.valid("header"));
    return c.json(toMailing(await createNewsletter(services, c.get("viewer"), { folderId, draft, onlyNew, templateId }, key)), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { mailing, perform } = fromWire(c.req.valid("json"));
    const { id } = c.req.valid("param");
    const change = { draft: mailing.vuexState, lockVersion: mailing.lockVersion };
    const scheduledFor = mailing.scheduledFor === null ? null : new Date(mailing.scheduledFor);
    if (perform === "publish")
      return c.json(toMailing(await publishNewsletter(services, c.get("viewer"), id, { ...change, scheduledFor })), 200);
    const save = perform === "preview" ? previewNewsletter : changeNewsletter;
    return c.json(toMailing(await save(services, c.get("viewer"), id, change)), 200);
  });

  api.openapi(stopRoute, async (c) => c.json(toMailing(await stopNewsletter(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(deliveriesRoute, async (c) => {
    const { state, page } = c.req.valid("query");
    const { entries, total } = await listDeliveries(services, c.get("viewer"), c.req.valid("param").id, { state, page });
    return c.json({ entries: entries.map(toDelivery), meta: toMeta(page, limits.deliveriesPerPage, total) }, 200);
  });

  api.openapi(checksRoute, async (c) => {
    const checks = await checkNewsletter(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ entries: checks.map((check) => toCheck(check, c.get("locale"))) }, 200);
  });

  api.openapi(resendRoute, async (c) => {
    const { deliveries } = c.req.valid("json");
    return c.json(toMailing(await resendDeliveries(services, c.get("viewer"), c.req.valid("param").id, deliveries)), 200);
  });

  api.openapi(scheduledRoute, async (c) => {
    const scheduled = await listScheduledWith(services, c.get("viewer"), c.req.valid("param").id);
    return c.json(scheduled.map(toScheduledMailing), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeNewsletter(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
