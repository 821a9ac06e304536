import { z } from "zod";
import {
  folderTagsAnswer,
  getLatestMailingAnswer,
  getMailingAnswer,
  listMailingsAnswer,
  mailingTemplatesAnswer,
  recipientsAnswer,
} from "../../contract/graphql/answers";
import { folderTags, getLatestMailing, getMailing, listMailings, mailingTemplates, recipients } from "../../contract/graphql/operations";
import * as limits from "../../contract/limits";
import {
  checksSchema,
  deliveryListSchema,
  type deliveryQuerySchema,
  mailingSchema,
  scheduledMailingSchema,
  type vuexStateSchema,
} from "../../contract/rest/mailings";
import { type Camel, fromWire } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessFailed, unlessGone } from "./failure.server";

export type ListedNewsletter = Camel<z.output<typeof listMailingsAnswer>>["mailings"][number];
export type ShownNewsletter = NonNullable<Awaited<ReturnType<typeof findNewsletter>>>;
export type FolderTag = Camel<z.output<typeof folderTagsAnswer>>["folderTags"][number];
/** `vuex_state` on the wire. */
export type Draft = Camel<z.output<typeof vuexStateSchema>>;

const newsletterPath = (id: string) => `/mailings/${encodeURIComponent(id)}`;

/** A page (zero-based) of a folder's newsletters, newest first, for users who may send them. There is at least one page. */
export async function listNewsletters(upstream: Upstream, folderId: string, page: number) {
  const { mailings, mailingsCount } = fromWire(await upstream.graphql(listMailings, listMailingsAnswer, { id: folderId, page }));
  return { newsletters: mailings, pages: Math.max(1, Math.ceil(mailingsCount / limits.newslettersPerPage)) };
}

/** The latest issues of a folder, which a new newsletter can begin with, for users who may send it. */
export const listTemplates = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(mailingTemplates, mailingTemplatesAnswer, { id: folderId })).mailingTemplates;

/** A published newsletter, or one that the user may edit; otherwise `undefined`. `draft` is null for users who may not edit it. */
export async function findNewsletter(upstream: Upstream, id: string, { withAudience = false } = {}) {
  const { mailing } = fromWire(await upstream.graphql(getMailing, getMailingAnswer, { id, reach: withAudience }));
  if (!mailing) return undefined;
  const { vuexState: draft, reach: audience, ...rest } = mailing;
  return { ...rest, draft, audience };
}

/** The latest published newsletter of a folder. */
export async function findLatestNewsletter(upstream: Upstream, folderId: string) {
  const { latestMailing } = fromWire(await upstream.graphql(getLatestMailing, getLatestMailingAnswer, { id: folderId }));
  return latestMailing ?? undefined;
}

/**
 * The tags of a folder with their newest articles and those that a draft has selected, for users who may send its newsletters.
 */
export const listFolderTags = async (upstream: Upstream, folderId: string, newsletterId: string | undefined) =>
  fromWire(await upstream.graphql(folderTags, folderTagsAnswer, { id: folderId, ...(newsletterId && { mailingId: newsletterId }) }))
    .folderTags;

/** The possible recipients of a folder's newsletters, sorted by name. */
export const listRecipients = async (upstream: Upstream, folderId: string) =>
  fromWire(await upstream.graphql(recipients, recipientsAnswer, { id: folderId })).recipients;

/**
 * Creates a draft. In lists that `draft` omits, everything is selected, except articles that are not new since the last newsletter.
 * With `templateId`, omitted parts come from that earlier newsletter.
 */
export const createNewsletter = (
  upstream: Upstream,
  folderId: string,
  draft: Partial<Draft>,
  { key: idempotencyKey, templateId }: { key?: string; templateId?: string } = {},
) =>
  upstream.write(
    "POST",
    "/mailings",
    mailingSchema,
    { mailing: { folderId, vuexState: draft, onlyNew: true, templateId } },
    { idempotencyKey },
  );

interface NewsletterChange {
  /** Missing fields stay unchanged. */
  draft?: Partial<Draft>;
  /** The version that the change is based on; 409 if someone else has saved since. */
  lockVersion?: number;
  /** ISO 8601; only with `perform: "publish"`. */
  scheduledFor?: string | null;
}

/** Changes a draft, and then optionally publishes it or sends a preview. */
export const updateNewsletter = (upstream: Upstream, id: string, { draft, ...rest }: NewsletterChange, perform?: "publish" | "preview") =>
  upstream.write("PUT", newsletterPath(id), mailingSchema, { mailing: { ...rest, vuexState: draft }, perform });

export const deleteNewsletter = (upstream: Upstream, id: string) => upstream.write("DELETE", newsletterPath(id), z.undefined());

/** Turns a scheduled newsletter back into a draft, or stops the delivery of a published one. */
export const withdrawPublication = (upstream: Upstream, id: string) =>
  upstream.write("DELETE", `${newsletterPath(id)}/publication`, mailingSchema);

/** A page (zero-based) of the deliveries of a published newsletter. */
export const listDeliveries = (
  upstream: Upstream,
  id: string,
  query: { state?: z.output<typeof deliveryQuerySchema>["state"]; page: number },
) => upstream.get(`${newsletterPath(id)}/deliveries`, deliveryListSchema, query);

/** Resends specific failed mails, or all in one of these states. */
export const resend = (upstream: Upstream, id: string, deliveries: { ids: string[] } | { state: "refused" | "unknown" | "stopped" }) =>
  upstream.write("POST", `${newsletterPath(id)}/deliveries`, mailingSchema, { deliveries });

/** The scheduled newsletters that contain an article; empty while the API fails or cannot tell, because they are only a warning. */
export const listScheduledWith = async (upstream: Upstream, contentId: string) =>
  (await unlessFailed(
    unlessGone(upstream.get(`/contents/${encodeURIComponent(contentId)}/scheduled_mailings`, z.array(scheduledMailingSchema))),
  )) || [];

/** Possible problems of a draft. Takes seconds, because it requests the linked pages. */
export const listChecks = async (upstream: Upstream, id: string) =>
  (await upstream.get(`${newsletterPath(id)}/checks`, checksSchema)).entries;
