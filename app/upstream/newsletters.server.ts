import { z } from "zod";
import { optOutSchema, unsubscriptionSchema } from "../../contract/rest/mailings";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** A picture of a newsletter, for whoever has its id. */
export const openNewsletterPicture = (upstream: Upstream, id: string, headers: Record<string, string>) =>
  upstream.open(`/newsletter-pictures/${encodeURIComponent(id)}`, {}, headers);

const subscriptionPath = (token: string) => `/unsubscriptions/${encodeURIComponent(token)}`;

/** What the link below a newsletter is about; `undefined` for a link that is none. */
export const findSubscription = (upstream: Upstream, token: string) =>
  unlessGone(upstream.get(subscriptionPath(token), unsubscriptionSchema));

/** Ends the newsletters of the link; once more is fine. */
export const unsubscribe = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("POST", subscriptionPath(token), unsubscriptionSchema));

/** Has them come again. */
export const subscribe = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("DELETE", subscriptionPath(token), unsubscriptionSchema));

/** What one unsubscribed from, of the folders one sees, by name. */
export const listOptOuts = (upstream: Upstream) => upstream.get("/opt_outs", z.array(optOutSchema));

/** Has a folder's newsletters come again; where they do already, nothing happens. */
export const endOptOut = (upstream: Upstream, folderId: string) =>
  unlessGone(upstream.write("DELETE", `/opt_outs/${encodeURIComponent(folderId)}`, z.undefined()));
