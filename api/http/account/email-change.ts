import { createRoute } from "@hono/zod-openapi";
import { emailChangeSchema, pendingEmailSchema } from "../../../contract/rest/users";
import { fromWire } from "../../../contract/wire";
import { cancelEmailChange, changeEmail, findEmailChange } from "../../domain/account/email-change";
import type { Services } from "../../services";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals } from "../openapi";

const path = "/change_email";
const tags = ["users"];

const showRoute = createRoute({
  method: "get",
  path,
  summary: "The caller's change of address that awaits confirmation",
  tags,
  responses: { 200: json(pendingEmailSchema, "The new address, or null."), ...refusals(401) },
});

const changeRoute = createRoute({
  method: "post",
  path,
  summary: "Change the caller's address; takes effect once the link in the mail to it is confirmed",
  tags,
  request: { body: jsonBody(emailChangeSchema) },
  responses: { 204: { description: "Mails to both addresses are on their way." }, ...refusals(400, 401, 429), ...invalid },
});

const cancelRoute = createRoute({
  method: "delete",
  path,
  summary: "Cancel the caller's change of address",
  tags,
  responses: { 204: { description: "Cancelled, and the link is invalid." }, ...refusals(401) },
});

export function registerEmailChange(api: Api, services: Services): void {
  api.openapi(showRoute, async (c) => {
    const pending = await findEmailChange(services, c.get("viewer"));
    return c.json(pending ? { email: pending.email, expires_at: pending.expiresAt.toISOString() } : null, 200);
  });

  api.openapi(changeRoute, async (c) => {
    await changeEmail(services, c.get("viewer"), fromWire(c.req.valid("json")), { address: addressOf(c, services) });
    return c.body(null, 204);
  });

  api.openapi(cancelRoute, async (c) => {
    await cancelEmailChange(services, c.get("viewer"));
    return c.body(null, 204);
  });
}
