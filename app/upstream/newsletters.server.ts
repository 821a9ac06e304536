import { z } from "zod";
import { optOutSchema, unsubscriptionSchema } from "../../contract/rest/mailings";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** A picture of a newsletter. Anyone who has its id may load it. */
export const openNewsletterPicture = (upstream: Upstream, id: string, headers: Record<string, string>) =>
  upstream.open(`/newsletter-pictures/${encodeURIComponent(id)}`, {}, headers);

const subscriptionPath = (token: string) => `/unsubscriptions/${encodeURIComponent(token)}`;

/** The newsletters that an unsubscribe link is for; `undefined` for an invalid link. */
export const findSubscription = (upstream: Upstream, token: string) =>
  unlessGone(upstream.get(subscriptionPath(token), unsubscriptionSchema));

/** Unsubscribes. Idempotent. */
export const unsubscribe = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("POST", subscriptionPath(token), unsubscriptionSchema));

/** Resubscribes. */
export const subscribe = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("DELETE", subscriptionPath(token), unsubscriptionSchema));

/** The unsubscribed newsletters of the folders that the user can see, sorted by name. */
export const listOptOuts = (upstream: Upstream) => upstream.get("/opt_outs", z.array(optOutSchema));

/** Resubscribes the user to a folder's newsletters. Idempotent. */
export const endOptOut = (upstream: Upstream, folderId: string) =>
  unlessGone(upstream.write("DELETE", `/opt_outs/${encodeURIComponent(folderId)}`, z.undefined()));
