import { createRoute } from "@hono/zod-openapi";
import { newPasswordSchema, passwordResetRequestSchema, passwordResetSchema } from "../../../contract/rest/passwords";
import { fromWire } from "../../../contract/wire";
import { createPasswordResetRequest, isGoodResetLink, resetPassword } from "../../domain/auth/password-resets";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals, tokenParams } from "../openapi";
import { addressOf, deviceHeaders, deviceOf } from "./session";

const requestRoute = createRoute({
  method: "post",
  path: "/password_resets",
  summary: "Ask for a mail with a link that sets a new password",
  tags: ["session"],
  security: [],
  request: { body: jsonBody(passwordResetRequestSchema) },
  responses: { 204: { description: "A mail is on its way if there is such an account." }, ...refusals(400, 413, 429), ...invalid },
});

const showRoute = createRoute({
  method: "get",
  path: "/password_resets/{token}",
  summary: "Whether a mail's link can still set a password; asking uses nothing up",
  tags: ["session"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(passwordResetSchema, "Also of a link that never was."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "put",
  path: "/password_resets/{token}",
  summary: "Set a new password by the secret of the mail's link, once; every session of the account ends",
  tags: ["session"],
  security: [],
  request: { params: tokenParams, headers: deviceHeaders, body: jsonBody(newPasswordSchema) },
  responses: { 204: { description: "The password is set." }, ...refusals(400, 404, 413), ...invalid },
});

/** The way back in for who forgot the password. It needs no session and makes none. */
export function registerPasswordResets(api: Api, services: Services): void {
  const requestPasswordReset = createPasswordResetRequest(services);

  api.openapi(requestRoute, async (c) => {
    await requestPasswordReset({ ...c.req.valid("json"), locale: c.get("locale") }, { address: addressOf(c, services) });
    return c.body(null, 204);
  });

  api.openapi(showRoute, async (c) => c.json({ is_good: await isGoodResetLink(services, c.req.valid("param").token) }, 200));

  api.openapi(confirmRoute, async (c) => {
    const chosen = fromWire(c.req.valid("json"));
    await resetPassword(services, { token: c.req.valid("param").token, ...chosen, device: deviceOf(c.req.valid("header")) });
    return c.body(null, 204);
  });
}
