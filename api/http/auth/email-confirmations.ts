import { createRoute } from "@hono/zod-openapi";
import { openConfirmationSchema } from "../../../contract/rest/users";
import { createEmailConfirmation, requireConfirmation } from "../../domain/auth/email-confirmations";
import type { Services } from "../../services";
import { findViewer } from "../authenticate";
import type { Api } from "../context";
import { json, refusals, tokenParams } from "../openapi";
import { addressOf } from "./session";

const showRoute = createRoute({
  method: "get",
  path: "/email_confirmations/{token}",
  summary: "What the link of a mail would confirm",
  tags: ["users"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(openConfirmationSchema, "A sign-up, or a change of address."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/email_confirmations/{token}",
  summary: "Confirm the address of a sign-up or of a change; a session that is sent along outlives the change",
  tags: ["users"],
  security: [],
  request: { params: tokenParams },
  responses: { 204: { description: "It is confirmed, now or within the last day." }, ...refusals(404, 429) },
});

/** The links of the mails to new addresses, which need no session. */
export function registerEmailConfirmations(api: Api, services: Services): void {
  const confirm = createEmailConfirmation(services);
  api.openapi(showRoute, async (c) => c.json(await requireConfirmation(services, c.req.valid("param").token), 200));
  api.openapi(confirmRoute, async (c) => {
    const viewer = await findViewer(c, services);
    await confirm(c.req.valid("param").token, { address: addressOf(c, services), viewer });
    return c.body(null, 204);
  });
}
