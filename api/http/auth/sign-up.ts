import { createRoute, z } from "@hono/zod-openapi";
import { signedUpSchema, signUpSchema } from "../../../contract/rest/users";
import { fromWire } from "../../../contract/wire";
import { signUp } from "../../domain/auth/sign-up";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals } from "../openapi";
import { addressOf } from "./session";

const route = createRoute({
  method: "post",
  path: "/users",
  summary: "Sign up in a workspace that allows it; the link in the mail confirms the account",
  tags: ["users"],
  security: [],
  request: { body: jsonBody(z.object({ user: signUpSchema })) },
  responses: {
    201: json(signedUpSchema, "A mail is on its way, whether or not the address already has an account."),
    ...refusals(400, 413, 429),
    ...invalid,
  },
});

/** `POST /users`, which requires no session and creates none. */
export function registerSignUp(api: Api, services: Services): void {
  api.openapi(route, async (c) => {
    await signUp(services, fromWire(c.req.valid("json").user), { address: addressOf(c, services), locale: c.get("locale") });
    return c.json({ auth_token: null }, 201);
  });
}
