import { createRoute } from "@hono/zod-openapi";
import { strengthRequestSchema, strengthSchema } from "../../../contract/rest/passwords";
import { judgePassword } from "../../domain/auth/password-strength";
import type { Services } from "../../services";
import { findViewer } from "../authenticate";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals } from "../openapi";
import { addressOf } from "./session";

const route = createRoute({
  method: "post",
  path: "/password_strength",
  summary: "The strength of a password before it is set; a session or a link's secret adds words about the person",
  tags: ["session"],
  security: [],
  request: { body: jsonBody(strengthRequestSchema) },
  responses: { 200: json(strengthSchema, "zxcvbn's score."), ...refusals(400, 413, 429), ...invalid },
});

export function registerPasswordStrength(api: Api, services: Services): void {
  api.openapi(route, async (c) => {
    const viewer = await findViewer(c, services);
    const { password, token, words } = c.req.valid("json");
    return c.json({ score: await judgePassword(services, { password, token, words }, { viewer, address: addressOf(c, services) }) }, 200);
  });
}
