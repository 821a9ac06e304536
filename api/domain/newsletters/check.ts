import * as limits from "../../../contract/limits";
import { parseUrl } from "../../../contract/parse-url";
import { pagePaths } from "../../../contract/paths";
import { fetcherWorker } from "../../config";
import { listRecipients, type RecipientRow } from "../../db/newsletters/recipients";
import { listSentIds } from "../../db/newsletters/sources";
import { findSubscribable } from "../../db/newsletters/subscribers";
import { linksOf } from "../../html/tokens";
import { renderNewsletter } from "../../mail/newsletter/render";
import { findDeadLinks } from "../../outbound/in-worker";
import { OutboundError } from "../../outbound/outbound-error";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { compose } from "./compose";
import { requireManaged, selectedIds } from "./newsletters";
import { findProblems } from "./publish";

export type CheckCode =
  | "subject_missing"
  | "no_tags"
  | "no_contents"
  | "no_recipients"
  | "dead_link"
  | "private_link"
  | "picture_without_text"
  | "too_large"
  | "long_headline"
  | "sent_before"
  | "no_signature"
  | "bounced_before";

export interface Check {
  code: CheckCode;
  /** An error keeps the newsletter from being published. */
  isError: boolean;
  article: { id: string; title: string } | null;
  url: string | null;
  recipients: RecipientRow[];
  /** For the text. */
  values: Record<string, string | number>;
}

const linksMs = 12_000;
const mostNamed = 20;
/** Characters of a headline that phones show in three lines. */
const longHeadline = 90;
const errorCodes = { subject: "subject_missing", tags: "no_tags", contents: "no_contents", recipients: "no_recipients" } as const;

/** What somebody who edits the newsletter can mend, errors first. Sends a request to each of its links. Throws `NotFound`, `NotAllowed` and `RateLimitReached`. */
export async function checkNewsletter(services: Services, viewer: Viewer, id: string): Promise<Check[]> {
  const { config, database } = services;
  const newsletter = await requireManaged(database.db, viewer, id);
  await services.rateLimits.consume({ "fetch-links": viewer.userId });
  const composition = await compose(services, newsletter);
  const problems = await findProblems(services, newsletter, composition);
  const { content } = composition;
  const errors = (["subject", "tags", "contents", "recipients"] as const).flatMap((field) =>
    problems[field] ? [problem(errorCodes[field])] : [],
  );

  const shown = content.sections.flatMap((section) => section.articles);
  const size = Buffer.byteLength(renderNewsletter({ id, content }, config, "mail").html);
  const chosen = new Set(selectedIds(newsletter.draft.recipients));
  const bounced = (await listRecipients(database.db, { id: newsletter.folderId, clientId: newsletter.clientId })).filter(
    (recipient) => recipient.bounced && recipient.subscribed && chosen.has(recipient.id),
  );
  const sentBefore = await listSentIds(database.db, newsletter.folderId);
  const hasSubscribers =
    (newsletter.draft.subscribers ?? true) &&
    (await findSubscribable(database.db, { id: newsletter.folderId, clientId: newsletter.clientId })).activeCount > 0;
  const texts = [content.introHtml, ...(content.textBlocks ?? []).map(({ html }) => html)].join("");
  const links = [...shown.map((article) => ({ url: article.url, article })), ...linksOf(texts).map((url) => ({ url, article: null }))];
  const warnings = [
    ...shown
      .filter(({ title }) => title.length > longHeadline)
      .map((article) => warning("long_headline", { article, values: { max: longHeadline } })),
    ...shown.filter((article) => sentBefore.has(article.id)).map((article) => warning("sent_before", { article })),
    ...shown.filter(({ picture }) => picture?.alt === "").map((article) => warning("picture_without_text", { article })),
    ...(size > limits.mailHtml ? [warning("too_large", { values: { size: Math.ceil(size / 1024), max: limits.mailHtml / 1024 } })] : []),
    ...(bounced.length > 0
      ? [warning("bounced_before", { recipients: bounced.slice(0, mostNamed), values: { count: bounced.length } })]
      : []),
    ...(content.signature || !isPermitted(viewer, "workspace:update", { clientId: newsletter.clientId }) ? [] : [warning("no_signature")]),
    ...(hasSubscribers ? links.filter(({ url }) => needsSession(url, config.publicUrl)).map(toPrivate) : []),
    ...(await deadLinks(services, links)),
  ];
  return [...errors, ...warnings];
}

const problem = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: true, ...about });
const warning = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: false, ...about });
const nothing = { article: null, url: null, recipients: [], values: {} };

interface NewsletterLink {
  url: string;
  article: { id: string; title: string } | null;
}

const publicPaths = new Set(["/", ...Object.values(pagePaths).flatMap((path) => Object.values(path))]);

/** Whether the link leads to a page of the product that only members can open. */
function needsSession(url: string, publicUrl: URL): boolean {
  const parsed = parseUrl(url);
  return parsed?.origin === publicUrl.origin && !publicPaths.has(parsed.pathname) && !parsed.pathname.split("/").includes("newsletter");
}

const toPrivate = ({ url, article }: NewsletterLink) => warning("private_link", { url, article, values: { url } });

async function deadLinks({ config }: Services, links: readonly NewsletterLink[]): Promise<Check[]> {
  const isOutside = (url: string) => /^https?:/.test(url) && ![undefined, config.publicUrl.origin].includes(parseUrl(url)?.origin);
  const urls = [...new Set(links.map(({ url }) => url))].filter(isOutside);
  const asked = { urls, allowHosts: config.importAllowHosts, timeoutMs: linksMs };
  const dead = await findDeadLinks(asked, { workerPath: fetcherWorker }).catch((error: unknown) => {
    // Links that could not be checked count as alive.
    if (error instanceof OutboundError) return [];
    throw error;
  });
  const articleOf = new Map(links.toReversed().map(({ url, article }) => [url, article]));
  return dead.map((url) => warning("dead_link", { url, article: articleOf.get(url) ?? null, values: { url } }));
}
