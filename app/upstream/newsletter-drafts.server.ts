import { z } from "zod";
import {
  folderTagsAnswer,
  getLatestMailingAnswer,
  getMailingAnswer,
  listMailingsAnswer,
  recipientsAnswer,
} from "../../contract/graphql/answers";
import { folderTags, getLatestMailing, getMailing, listMailings as listMailingsQuery, recipients } from "../../contract/graphql/operations";
import {
  checksSchema,
  deliveryListSchema,
  type deliveryQuerySchema,
  mailingSchema,
  type vuexStateSchema,
} from "../../contract/rest/mailings";
import { type Camel, fromWire } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type ListedMailing = Camel<z.output<typeof listMailingsAnswer>>["mailings"][number];
export type ShownMailing = NonNullable<Camel<z.output<typeof getMailingAnswer>>["mailing"]>;
export type FolderTag = Camel<z.output<typeof folderTagsAnswer>>["folderTags"][number];
export type MailingState = Camel<z.output<typeof vuexStateSchema>>;

const mailingPath = (id: string) => `/mailings/${encodeURIComponent(id)}`;

/** The newsletters of a folder, the newest first, for who may send them. */
export const listMailings = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(listMailingsQuery, listMailingsAnswer, { id: folderId })).mailings;

/** A newsletter with what stands in it: a published one for everybody, another for who may edit it; `undefined` otherwise. With its reach: what becomes of those selected. */
export const findMailing = async (upstream: Upstream, id: string, { withReach = false } = {}) =>
  fromWire(await upstream.graphql(getMailing, getMailingAnswer, { id, reach: withReach })).mailing ?? undefined;

/** What a folder published last. */
export const findLatestMailing = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(getLatestMailing, getLatestMailingAnswer, { id: folderId })).latestMailing ?? undefined;

/** The tags of a folder with their articles, for who may send its newsletters. */
export const listFolderTags = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(folderTags, folderTagsAnswer, { id: folderId })).folderTags;

/** Whom a folder's newsletters go to, by name. */
export const listRecipients = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(recipients, recipientsAnswer, { id: folderId })).recipients;

/** Begins a draft. What the state leaves out is selected. */
export const createMailing = (upstream: Upstream, folderId: string, vuexState: Partial<MailingState>, idempotencyKey?: string) =>
  upstream.write("POST", "/mailings", mailingSchema, { mailing: { folderId, vuexState } }, { idempotencyKey });

interface MailingChange {
  /** What is left out stays. */
  vuexState?: Partial<MailingState>;
  /** The version that the change started from; 409 when somebody else saved since. */
  lockVersion?: number;
  /** ISO; only with `perform: "publish"`. */
  scheduledFor?: string | null;
}

/** Milliseconds: checks of what is published ask the links of the web. */
const performMs = 60_000;

/** Saves a change of a draft, and publishes it or sends its preview where that is asked. */
export const updateMailing = (upstream: Upstream, id: string, mailing: MailingChange, perform?: "publish" | "preview") =>
  upstream.write("PUT", mailingPath(id), mailingSchema, { mailing, perform }, perform ? { timeoutMs: performMs } : {});

export const deleteMailing = (upstream: Upstream, id: string) => upstream.write("DELETE", mailingPath(id), z.undefined());

/** Makes a draft of a scheduled newsletter again, or ends the delivery of a published one. */
export const withdrawPublication = (upstream: Upstream, id: string) =>
  upstream.write("DELETE", `${mailingPath(id)}/publication`, mailingSchema);

/** A page of the recipients of a published newsletter, counted from 0. */
export const listDeliveries = (
  upstream: Upstream,
  id: string,
  query: { state?: z.output<typeof deliveryQuerySchema>["state"]; page: number },
) => upstream.get(`${mailingPath(id)}/deliveries`, deliveryListSchema, query);

/** Sends once more to some whose mail failed, or to all in one of these states. */
export const resend = (upstream: Upstream, id: string, deliveries: { ids: string[] } | { state: "refused" | "unknown" | "stopped" }) =>
  upstream.write("POST", `${mailingPath(id)}/deliveries`, mailingSchema, { deliveries });

/** What may be wrong with a draft. It asks the links of the web, and takes seconds. */
export const listChecks = async (upstream: Upstream, id: string) => (await upstream.get(`${mailingPath(id)}/checks`, checksSchema)).entries;
