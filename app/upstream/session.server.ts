import { z } from "zod";
import { activeSessionSchema, sessionSchema } from "../../contract/rest/session";
import type { Upstream } from "./client.server";
import { orGone } from "./mail-links.server";

export interface Credentials {
  workspace: string;
  email: string;
  password: string;
}

/** A new session's token, or why there is none. */
export const createSession = (upstream: Upstream, credentials: Credentials) => upstream.write("POST", "/auth", sessionSchema, credentials);

/** Ends the session of this token. */
export const deleteSession = (upstream: Upstream) => upstream.write("DELETE", "/auth", z.undefined());

/** Where one is signed in, the newest first. */
export const listSessions = (upstream: Upstream) => upstream.get("/sessions", z.array(activeSessionSchema));

/** Ends one of one's own sessions. */
export const endSession = (upstream: Upstream, id: string) =>
  orGone(upstream.write("DELETE", `/sessions/${encodeURIComponent(id)}`, z.undefined()));

/** Ends all of one's own sessions but this one. */
export const endOtherSessions = (upstream: Upstream) => upstream.write("DELETE", "/sessions", z.undefined());
