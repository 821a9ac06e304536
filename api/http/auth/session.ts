import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { activeSessionSchema, credentialsSchema, deviceHeader, deviceSchema, sessionSchema } from "../../../contract/rest/session";
import { findAddress } from "../../../contract/visitor-address.server";
import { type ActiveSession, listOwnSessions, signIn, signOut, signOutElsewhere, signOutEverywhereElse } from "../../domain/auth/session";
import type { Services } from "../../services";
import type { Api, ApiEnv } from "../context";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

/** The value that a browser stores to be recognised at the next sign-in. */
export const deviceHeaders = z.object({ [deviceHeader]: z.string().optional() });

/** Undefined for an invalid value: nobody at the browser can correct it. */
export const deviceOf = (headers: z.infer<typeof deviceHeaders>): string | undefined => deviceSchema.safeParse(headers[deviceHeader]).data;

const signInRoute = createRoute({
  method: "post",
  path: "/auth",
  summary: "Sign in",
  tags: ["session"],
  security: [],
  request: { headers: deviceHeaders, body: jsonBody(credentialsSchema) },
  responses: { 200: json(sessionSchema, "A new session."), ...refusals(400, 401, 413, 429), ...invalid },
});

/** `POST /auth`, which requires no session. */
export function registerSignIn(api: Api, services: Services): void {
  api.openapi(signInRoute, async (c) => {
    const from = {
      userAgent: c.req.header("User-Agent"),
      address: addressOf(c, services),
      device: deviceOf(c.req.valid("header")),
      requestId: c.get("requestId"),
    };
    return c.json({ auth_token: await signIn(services, c.req.valid("json"), from) }, 200);
  });
}

const signOutRoute = createRoute({
  method: "delete",
  path: "/auth",
  summary: "Sign out",
  tags: ["session"],
  responses: { 204: { description: "The session has ended." }, ...refusals(401) },
});

const listRoute = createRoute({
  method: "get",
  path: "/sessions",
  summary: "The caller's active sessions, newest first",
  tags: ["session"],
  responses: { 200: json(z.array(activeSessionSchema), "The sessions."), ...refusals(401) },
});

const endOthersRoute = createRoute({
  method: "delete",
  path: "/sessions",
  summary: "Sign out everywhere else",
  tags: ["session"],
  responses: { 204: { description: "All other sessions have ended." }, ...refusals(401) },
});

const endRoute = createRoute({
  method: "delete",
  path: "/sessions/{id}",
  summary: "End one of the caller's sessions",
  tags: ["session"],
  request: { params: idParams },
  responses: { 204: { description: "The session has ended." }, ...refusals(401, 404) },
});

export function registerSession(api: Api, services: Services): void {
  api.openapi(signOutRoute, async (c) => {
    await signOut(services, c.get("viewer"));
    return c.body(null, 204);
  });

  api.openapi(listRoute, async (c) => c.json((await listOwnSessions(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(endOthersRoute, async (c) => {
    await signOutEverywhereElse(services, c.get("viewer"));
    return c.body(null, 204);
  });

  api.openapi(endRoute, async (c) => {
    await signOutElsewhere(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (session: ActiveSession) => toAnswer(activeSessionSchema, session);

/** The client's address, if a trusted proxy reports it. */
export const addressOf = (c: Context<ApiEnv>, { config }: Services) => findAddress(c.req.header("X-Forwarded-For"), config.trustedProxies);
