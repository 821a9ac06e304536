import { createRoute } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  openSubscriptionSchema,
  subscribableBodySchema,
  subscribeBodySchema,
  subscriberImportBodySchema,
  subscriberImportedSchema,
  subscriberListSchema,
  subscriberQuerySchema,
  subscriberSchema,
  subscriptionFormSchema,
} from "../../../contract/rest/subscribers";
import {
  changeSubscribable,
  importSubscribers,
  listSubscribers,
  removeSubscriber,
  type Subscriber,
} from "../../domain/newsletters/subscribers";
import { confirmSubscription, requireForm, requireSubscription, subscribe } from "../../domain/newsletters/subscriptions";
import { displayName } from "../../domain/people/people";
import type { Services } from "../../services";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idParams, invalid, json, jsonBody, refusals, tokenParams } from "../openapi";
import { toMeta } from "../paging";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/folders/{id}/subscribers",
  summary: "People without an account who get a folder's newsletters",
  tags: ["subscribers"],
  request: { params: idParams, query: subscriberQuerySchema },
  responses: { 200: json(subscriberListSchema, "A page of them, newest first."), ...invalid, ...refusals(401, 403, 404) },
});

const subscribableRoute = createRoute({
  method: "put",
  path: "/folders/{id}/subscribable",
  summary: "Put the form for subscribers on the public pages of a folder, or take it off",
  tags: ["subscribers"],
  request: { params: idParams, body: jsonBody(subscribableBodySchema) },
  responses: { 204: { description: "Changed." }, ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const importRoute = createRoute({
  method: "post",
  path: "/folders/{id}/subscribers",
  summary: "Import subscribers, with a proof of their consent",
  tags: ["subscribers"],
  request: { params: idParams, body: jsonBody(subscriberImportBodySchema) },
  responses: {
    200: json(subscriberImportedSchema, "How many were added; suppressed addresses were not."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429),
  },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/subscribers/{id}",
  summary: "Erase a subscriber, whose address cannot be imported again",
  tags: ["subscribers"],
  request: { params: idParams },
  responses: { 204: { description: "Erased." }, ...refusals(401, 403, 404) },
});

const formRoute = createRoute({
  method: "get",
  path: "/newsletter_subscriptions/{id}",
  summary: "The form for subscribers of a folder",
  tags: ["subscribers"],
  security: [],
  request: { params: idParams },
  responses: { 200: json(subscriptionFormSchema, "The folder and its workspace."), ...refusals(404) },
});

const subscribeRoute = createRoute({
  method: "post",
  path: "/newsletter_subscriptions/{id}",
  summary: "Ask for a folder's newsletters; a mail with a link confirms the address",
  tags: ["subscribers"],
  security: [],
  request: { params: idParams, body: jsonBody(subscribeBodySchema) },
  responses: { 204: { description: "The same for every address." }, ...invalid, ...refusals(400, 404, 413, 429) },
});

const showRoute = createRoute({
  method: "get",
  path: "/newsletter_confirmations/{token}",
  summary: "What the link in a mail would confirm",
  tags: ["subscribers"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(openSubscriptionSchema, "The subscription, and when it was confirmed."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/newsletter_confirmations/{token}",
  summary: "Confirm a subscription",
  tags: ["subscribers"],
  security: [],
  request: { params: tokenParams },
  responses: { 204: { description: "Confirmed, now or before." }, ...refusals(404) },
});

/** For people without an account. */
export function registerSubscriptions(api: Api, services: Services): void {
  api.openapi(formRoute, async (c) => c.json(toAnswer(subscriptionFormSchema, await requireForm(services, c.req.valid("param").id)), 200));

  api.openapi(subscribeRoute, async (c) => {
    const { subscription } = c.req.valid("json");
    await subscribe(services, c.req.valid("param").id, subscription, { address: addressOf(c, services) });
    return c.body(null, 204);
  });

  api.openapi(showRoute, async (c) =>
    c.json(toAnswer(openSubscriptionSchema, await requireSubscription(services, c.req.valid("param").token)), 200),
  );

  api.openapi(confirmRoute, async (c) => {
    await confirmSubscription(services, c.req.valid("param").token);
    return c.body(null, 204);
  });
}

/** For people who manage newsletters. */
export function registerSubscribers(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { term, page } = c.req.valid("query");
    const { entries, total, subscribable, activeCount } = await listSubscribers(services, c.get("viewer"), c.req.valid("param").id, {
      term,
      page,
    });
    const meta = toMeta(page, limits.subscribersPerPage, total, { isBound: Boolean(term) });
    return c.json({ entries: entries.map(toWire), meta, subscribable, active_count: activeCount }, 200);
  });

  api.openapi(subscribableRoute, async (c) => {
    await changeSubscribable(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("json").subscribable);
    return c.body(null, 204);
  });

  api.openapi(importRoute, async (c) => {
    const { import: given } = c.req.valid("json");
    return c.json(await importSubscribers(services, c.get("viewer"), c.req.valid("param").id, given, c.get("locale")), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeSubscriber(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = ({ importer, ...subscriber }: Subscriber) =>
  toAnswer(subscriberSchema, {
    ...subscriber,
    state: subscriber.confirmedAt ? "active" : "pending",
    origin: importer ? "import" : "form",
    importedBy: importer && { id: importer.id, name: { full: displayName(importer) } },
  });
