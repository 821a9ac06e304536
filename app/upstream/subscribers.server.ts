import { z } from "zod";
import {
  openSubscriptionSchema,
  subscriberImportedSchema,
  subscriberListSchema,
  type subscriberQuerySchema,
  subscriptionFormSchema,
} from "../../contract/rest/subscribers";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type SubscriptionForm = Camel<z.output<typeof subscriptionFormSchema>>;

const folderPath = (folderId: string) => `/folders/${encodeURIComponent(folderId)}`;
const formPath = (folderId: string) => `/newsletter_subscriptions/${encodeURIComponent(folderId)}`;
const confirmationPath = (token: string) => `/newsletter_confirmations/${encodeURIComponent(token)}`;

/** A page of the subscribers of a folder, newest first, for users who may send its newsletters. */
export const listSubscribers = (upstream: Upstream, folderId: string, query: Partial<Camel<z.output<typeof subscriberQuerySchema>>> = {}) =>
  upstream.get(`${folderPath(folderId)}/subscribers`, subscriberListSchema, { ...query });

/** Puts the form on the public pages of a folder, or takes it off. */
export const updateSubscribable = (upstream: Upstream, folderId: string, subscribable: boolean) =>
  upstream.write("PUT", `${folderPath(folderId)}/subscribable`, z.undefined(), { subscribable });

/** Adds addresses whose owners agreed elsewhere. */
export const importSubscribers = (upstream: Upstream, folderId: string, given: { addresses: string[]; consent: string }) =>
  upstream.write("POST", `${folderPath(folderId)}/subscribers`, subscriberImportedSchema, { import: given });

/** Erases a subscriber. */
export const deleteSubscriber = (upstream: Upstream, id: string) =>
  upstream.write("DELETE", `/subscribers/${encodeURIComponent(id)}`, z.undefined());

/** The public form of a folder; `undefined` if it has none. */
export const findSubscriptionForm = (upstream: Upstream, folderId: string) =>
  unlessGone(upstream.get(formPath(folderId), subscriptionFormSchema));

/** Asks for a folder's newsletters; `undefined` if it has no form. */
export const askForNewsletters = (upstream: Upstream, folderId: string, subscription: { email: string; locale: "de" | "en" }) =>
  unlessGone(upstream.write("POST", formPath(folderId), z.undefined(), { subscription }));

/** The subscription that a mail's link confirms; `undefined` for an invalid link. */
export const findOpenSubscription = (upstream: Upstream, token: string) =>
  unlessGone(upstream.get(confirmationPath(token), openSubscriptionSchema));

/** Idempotent; `undefined` for an invalid link. */
export const confirmSubscription = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("POST", confirmationPath(token), z.undefined()));
