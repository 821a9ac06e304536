import { createRoute } from "@hono/zod-openapi";
import { openConfirmationSchema } from "../../../contract/rest/users";
import { confirmEmail, requireConfirmation } from "../../domain/auth/email-confirmations";
import type { Services } from "../../services";
import { findViewer } from "../authenticate";
import type { Api } from "../context";
import { json, refusals, tokenParams } from "../openapi";
import { addressOf } from "./session";

const showRoute = createRoute({
  method: "get",
  path: "/email_confirmations/{token}",
  summary: "What the link in a mail would confirm",
  tags: ["users"],
  security: [],
  request: { params: tokenParams },
  responses: {
    200: json(openConfirmationSchema, "A sign-up, or a change of address, and whether it was confirmed within the last day."),
    ...refusals(404),
  },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/email_confirmations/{token}",
  summary: "Confirm the address of a sign-up or of a change; the caller's session, if any, survives the change",
  tags: ["users"],
  security: [],
  request: { params: tokenParams },
  responses: { 204: { description: "Confirmed, now or within the last day." }, ...refusals(404, 429) },
});

/** The links in mails to new addresses, which require no session. */
export function registerEmailConfirmations(api: Api, services: Services): void {
  api.openapi(showRoute, async (c) => {
    const { confirmedAt, ...confirmation } = await requireConfirmation(services, c.req.valid("param").token);
    return c.json({ ...confirmation, confirmed_at: confirmedAt?.toISOString() ?? null }, 200);
  });
  api.openapi(confirmRoute, async (c) => {
    const viewer = await findViewer(c, services);
    await confirmEmail(services, c.req.valid("param").token, { address: addressOf(c, services), viewer });
    return c.body(null, 204);
  });
}
