import { createRoute, type z } from "@hono/zod-openapi";
import { inquiryBodySchema, inquirySchema } from "../../../contract/rest/inquiries";
import { createInquiries, type Inquiry } from "../../domain/home/inquiries";
import type { Services } from "../../services";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";

const createInquiryRoute = createRoute({
  method: "post",
  path: "/inquiries",
  summary: "Ask for a demonstration of the product; it is kept, and mailed to the operator",
  tags: ["inquiries"],
  security: [],
  request: { headers: idempotencyHeaders, body: jsonBody(inquiryBodySchema) },
  responses: { 201: json(inquirySchema, "The new one, or the one this key made before."), ...refusals(400, 413, 429), ...invalid },
});

const updateInquiryRoute = createRoute({
  method: "put",
  path: "/inquiries/{id}",
  summary: "Correct what one has asked for, within a day; whoever has the id may",
  tags: ["inquiries"],
  security: [],
  request: { params: idParams, body: jsonBody(inquiryBodySchema) },
  responses: { 200: json(inquirySchema, "As it is now; the operator is told again."), ...refusals(400, 404, 413, 429), ...invalid },
});

/** The form of the home page, for everybody. */
export function registerInquiries(api: Api, services: Services): void {
  const inquiries = createInquiries(services);

  api.openapi(createInquiryRoute, async (c) => {
    const from = { address: addressOf(c, services), locale: c.get("locale"), key: keyOf(c.req.valid("header")) };
    return c.json(toWire(await inquiries.create(c.req.valid("json").inquiry, from)), 201);
  });

  api.openapi(updateInquiryRoute, async (c) => {
    const { inquiry } = c.req.valid("json");
    return c.json(toWire(await inquiries.update(c.req.valid("param").id, inquiry, { address: addressOf(c, services) })), 200);
  });
}

const toWire = ({ id, company, name, email, phone, createdAt }: Inquiry): z.infer<typeof inquirySchema> => ({
  id,
  company,
  name,
  email,
  phone,
  created_at: createdAt.toISOString(),
});
