import { z } from "zod";
import { newsletterArchiveSchema, optOutSchema, unsubscriptionSchema } from "../../contract/rest/mailings";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** A picture of a newsletter. Anyone who has its id may load it. */
export const openNewsletterPicture = (upstream: Upstream, id: string, headers: Record<string, string>) =>
  upstream.open(`/newsletter-pictures/${encodeURIComponent(id)}`, {}, headers);

export type NewsletterArchive = Camel<z.output<typeof newsletterArchiveSchema>>;

/** The published newsletters of a folder, the latest first: those of a year, or the newest ones; `undefined` if there are none. */
export const findNewsletterArchive = (upstream: Upstream, folderId: string, year?: string) =>
  unlessGone(upstream.get(`/newsletter_archives/${encodeURIComponent(folderId)}`, newsletterArchiveSchema, { year }));

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
