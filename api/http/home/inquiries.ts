import { createRoute } from "@hono/zod-openapi";
import { inquiryBodySchema, inquirySchema } from "../../../contract/rest/inquiries";
import { createInquiry, type Inquiry, updateInquiry } from "../../domain/home/inquiries";
import type { Services } from "../../services";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const createInquiryRoute = createRoute({
  method: "post",
  path: "/inquiries",
  summary: "Request a demo; the request is stored and mailed to the operator",
  tags: ["inquiries"],
  security: [],
  request: { headers: idempotencyHeaders, body: jsonBody(inquiryBodySchema) },
  responses: { 201: json(inquirySchema, "The new request, or the one that this key created."), ...refusals(400, 413, 429), ...invalid },
});

const updateInquiryRoute = createRoute({
  method: "put",
  path: "/inquiries/{id}",
  summary: "Correct a demo request, within a day; requires only its id",
  tags: ["inquiries"],
  security: [],
  request: { params: idParams, body: jsonBody(inquiryBodySchema) },
  responses: {
    200: json(inquirySchema, "The corrected request; the operator gets another mail."),
    ...refusals(400, 404, 413, 429),
    ...invalid,
  },
});

/** The public form of the home page. */
export function registerInquiries(api: Api, services: Services): void {
  api.openapi(createInquiryRoute, async (c) => {
    const from = { address: addressOf(c, services), locale: c.get("locale"), key: keyOf(c.req.valid("header")) };
    return c.json(toWire(await createInquiry(services, c.req.valid("json").inquiry, from)), 201);
  });

  api.openapi(updateInquiryRoute, async (c) => {
    const { inquiry } = c.req.valid("json");
    return c.json(toWire(await updateInquiry(services, c.req.valid("param").id, inquiry, { address: addressOf(c, services) })), 200);
  });
}

const toWire = (inquiry: Inquiry) => toAnswer(inquirySchema, inquiry);
