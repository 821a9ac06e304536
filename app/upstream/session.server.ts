import { z } from "zod";
import { activeSessionSchema, sessionSchema } from "../../contract/rest/session";
import type { Upstream } from "./client.server";
import { orGone } from "./mail-links.server";

export interface Credentials {
  workspace: string;
  email: string;
  password: string;
}

export const createSession = (upstream: Upstream, credentials: Credentials) => upstream.write("POST", "/auth", sessionSchema, credentials);

export const deleteSession = (upstream: Upstream) => upstream.write("DELETE", "/auth", z.undefined());

/** The user's own sessions, newest first. */
export const listSessions = (upstream: Upstream) => upstream.get("/sessions", z.array(activeSessionSchema));

export const endSession = (upstream: Upstream, id: string) =>
  orGone(upstream.write("DELETE", `/sessions/${encodeURIComponent(id)}`, z.undefined()));

/** Ends all of the user's sessions except the current one. */
export const endOtherSessions = (upstream: Upstream) => upstream.write("DELETE", "/sessions", z.undefined());
