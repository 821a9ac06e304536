import { createRoute } from "@hono/zod-openapi";
import { newPasswordSchema, passwordResetRequestSchema, passwordResetSchema } from "../../../contract/rest/passwords";
import { fromWire } from "../../../contract/wire";
import { isGoodResetLink, requestPasswordReset, resetPassword } from "../../domain/auth/password-resets";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals, tokenParams } from "../openapi";
import { addressOf, deviceHeaders, deviceOf } from "./session";

const requestRoute = createRoute({
  method: "post",
  path: "/password_resets",
  summary: "Request a mail with a link that sets a new password",
  tags: ["session"],
  security: [],
  request: { body: jsonBody(passwordResetRequestSchema) },
  responses: { 204: { description: "A mail is on its way if there is such an account." }, ...refusals(400, 413, 429), ...invalid },
});

const showRoute = createRoute({
  method: "get",
  path: "/password_resets/{token}",
  summary: "Whether a link can still set a password; does not use it up",
  tags: ["session"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(passwordResetSchema, "Also for unknown links."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "put",
  path: "/password_resets/{token}",
  summary: "Set a new password by the secret of the link, once; ends all sessions of the account",
  tags: ["session"],
  security: [],
  request: { params: tokenParams, headers: deviceHeaders, body: jsonBody(newPasswordSchema) },
  responses: { 204: { description: "The password is set." }, ...refusals(400, 404, 413), ...invalid },
});

/** For people who have forgotten their password. Requires no session and creates none. */
export function registerPasswordResets(api: Api, services: Services): void {
  api.openapi(requestRoute, async (c) => {
    await requestPasswordReset(services, { ...c.req.valid("json"), locale: c.get("locale") }, { address: addressOf(c, services) });
    return c.body(null, 204);
  });

  api.openapi(showRoute, async (c) => c.json({ is_good: await isGoodResetLink(services, c.req.valid("param").token) }, 200));

  api.openapi(confirmRoute, async (c) => {
    const chosen = fromWire(c.req.valid("json"));
    await resetPassword(services, { token: c.req.valid("param").token, ...chosen, device: deviceOf(c.req.valid("header")) });
    return c.body(null, 204);
  });
}
