import * as limits from "../../../contract/limits";
import { parseUrl } from "../../../contract/parse-url";
import { fetcherWorker } from "../../config";
import { listRecipients, type RecipientRow } from "../../db/newsletters/recipients";
import { linksOf } from "../../html/tokens";
import { renderNewsletter } from "../../mail/newsletter/render";
import { findDeadLinks } from "../../outbound/in-worker";
import { OutboundError } from "../../outbound/outbound-error";
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
  | "picture_without_text"
  | "too_large"
  | "no_mail_server"
  | "local_address"
  | "no_signature"
  | "no_imprint"
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
const errorCodes = { subject: "subject_missing", tags: "no_tags", contents: "no_contents", recipients: "no_recipients" } as const;

/** The problems of a newsletter, errors first. Sends a request to each of its links. Throws `NotFound`, `NotAllowed` and `RateLimitReached`. */
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
  const warnings = [
    ...shown.filter(({ picture }) => picture?.alt === "").map((article) => warning("picture_without_text", { article })),
    ...(size > limits.mailHtml ? [warning("too_large", { values: { size: Math.ceil(size / 1024), max: limits.mailHtml / 1024 } })] : []),
    ...(bounced.length > 0
      ? [warning("bounced_before", { recipients: bounced.slice(0, mostNamed), values: { count: bounced.length } })]
      : []),
    ...senderWarnings(services, content.signature),
    ...(await linkWarnings(services, [content.introHtml, ...(content.textBlocks ?? []).map(({ html }) => html)].join(""), shown)),
  ];
  return [...errors, ...warnings];
}

const problem = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: true, ...about });
const warning = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: false, ...about });
const nothing = { article: null, url: null, recipients: [], values: {} };

function senderWarnings({ config }: Services, signature: string | null): Check[] {
  const { hostname } = config.publicUrl;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$|^0\.0\.0\.0$/.test(hostname);
  return [
    ...(config.mail.smtpUrl === undefined ? [warning("no_mail_server")] : []),
    ...(isLocal ? [warning("local_address", { values: { address: config.publicUrl.origin } })] : []),
    ...(signature ? [] : [warning("no_signature")]),
    ...(config.hasImprint ? [] : [warning("no_imprint")]),
  ];
}

/** Skips links to the product itself, which need a session. */
async function linkWarnings(
  { config }: Services,
  texts: string,
  articles: readonly { id: string; title: string; url: string }[],
): Promise<Check[]> {
  const isOutside = (url: string) => /^https?:/.test(url) && ![undefined, config.publicUrl.origin].includes(parseUrl(url)?.origin);
  const urls = [...new Set([...articles.map(({ url }) => url), ...linksOf(texts)])].filter(isOutside);
  const links = { urls, allowHosts: config.importAllowHosts, timeoutMs: linksMs };
  const dead = await findDeadLinks(links, { workerPath: fetcherWorker }).catch((error: unknown) => {
    // Links that could not be checked count as alive.
    if (error instanceof OutboundError) return [];
    throw error;
  });
  return dead.map((url) =>
    warning("dead_link", { url, article: articles.find((article) => article.url === url) ?? null, values: { url } }),
  );
}
