import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RequestTally } from "../../contract/request-tally.server";
import type { SessionKey } from "../domain/auth/session";
import type { Viewer } from "../permissions/viewer";
import type { Locale } from "./texts";
export type ApiEnv = { Variables: { viewer: Viewer; session: SessionKey; locale: Locale; requestId: string; tally: RequestTally } };

export type Api = OpenAPIHono<ApiEnv>;
