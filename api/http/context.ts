import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RequestTally } from "../../contract/request-tally.server";
import type { SessionKey } from "../domain/auth/session";
import type { SignedIn, Viewer } from "../permissions/viewer";
import type { Locale } from "./texts";

export type ApiEnv = {
  Variables: {
    viewer: Viewer;
    /** The person whose API key the request carries. */
    keyHolder: SignedIn | undefined;
    session: SessionKey;
    locale: Locale;
    requestId: string;
    tally: RequestTally;
  };
};

export type Api = OpenAPIHono<ApiEnv>;
