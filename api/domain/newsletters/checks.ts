import { limits } from "../../../contract/limits";
import { outboundWorker } from "../../config";
import { listRecipients, type RecipientRow } from "../../db/newsletters/contents";
import { findDeadLinks } from "../../outbound/in-worker";
import { OutboundError } from "../../outbound/outbound-error";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { takeTurn } from "../turns";
import { composeNewsletter, renderMailing, selectedIds } from "./contents";
import { requireMailing, requireMailingPlace } from "./drafts";
import { findProblems } from "./publish";

export type CheckCode =
  | "subject_missing"
  | "no_tags"
  | "no_contents"
  | "no_recipients"
  | "not_shareable"
  | "dead_link"
  | "picture_without_text"
  | "too_large"
  | "no_mail_server"
  | "local_address"
  | "no_signature"
  | "no_imprint"
  | "bounced_before";

/** Something to look at before sending. */
export interface Check {
  code: CheckCode;
  /** An error keeps the newsletter from being published. */
  isError: boolean;
  content: { id: string; title: string } | null;
  url: string | null;
  recipients: RecipientRow[];
  /** What the text needs to know. */
  values: Record<string, string | number>;
}

const linksMs = 12_000;
const mostNamed = 20;

/** What is wrong with a mailing as it stands, errors first. Asks all links of the web. Throws `NotFound`, `NotAllowed` and `TooManyAttempts`. */
export async function checkMailing(services: Services, viewer: Viewer, id: string): Promise<Check[]> {
  const { db } = services.database;
  await requireMailingPlace(db, viewer, id, { lock: false });
  await takeTurn(services, viewer, "links");
  const mailing = await requireMailing(services, id);
  const composition = await composeNewsletter(services, mailing);
  const problems = await findProblems(services, mailing, composition);
  const { newsletter, contents } = composition;
  const errors = [
    ...(problems.subject ? [problem("subject_missing")] : []),
    ...(problems.tags ? [problem("no_tags")] : []),
    ...(problems.contents?.some(({ key }) => key === "noContents") ? [problem("no_contents")] : []),
    ...contents.filter(({ shareable }) => !shareable).map((content) => problem("not_shareable", { content })),
    ...(problems.recipients ? [problem("no_recipients")] : []),
  ];

  const articles = newsletter.sections.flatMap((section) => section.articles);
  const { html } = renderMailing(services, id, composition, "mail");
  const size = Buffer.byteLength(html);
  const chosen = new Set(selectedIds(mailing.vuexState.recipients));
  const bounced = (await listRecipients(db, { id: mailing.folderId, clientId: mailing.clientId })).filter(
    (recipient) => recipient.bounced && recipient.subscribed && chosen.has(recipient.id),
  );
  const warnings = [
    ...articles.filter(({ picture }) => picture?.alt === "").map((content) => warning("picture_without_text", { content })),
    ...(size > limits.mailHtml ? [warning("too_large", { values: { size: Math.ceil(size / 1024), max: limits.mailHtml / 1024 } })] : []),
    ...(bounced.length > 0
      ? [warning("bounced_before", { recipients: bounced.slice(0, mostNamed), values: { count: bounced.length } })]
      : []),
    ...senderWarnings(services, newsletter.signature),
    ...(await linkWarnings(services, newsletter.intro_html, articles)),
  ];
  return [...errors, ...warnings];
}

const problem = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: true, ...about });
const warning = (code: CheckCode, about: Partial<Check> = {}): Check => ({ ...nothing, code, isError: false, ...about });
const nothing = { content: null, url: null, recipients: [], values: {} };

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

/** Addresses of this product are not asked: they need a session. */
async function linkWarnings(
  { config }: Services,
  introHtml: string,
  articles: readonly { id: string; title: string; url: string }[],
): Promise<Check[]> {
  const isOutside = (url: string) => /^https?:/.test(url) && new URL(url).origin !== config.publicUrl.origin;
  const inIntro = [...introHtml.matchAll(/<a href="([^"]*)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
  const urls = [...new Set([...articles.map(({ url }) => url), ...inIntro])].filter((url) => URL.canParse(url) && isOutside(url));
  const links = { urls, allowHosts: config.importAllowHosts, timeoutMs: linksMs };
  const dead = await findDeadLinks(links, { workerPath: outboundWorker }).catch((error: unknown) => {
    // Links that could not be checked count as alive.
    if (error instanceof OutboundError) return [];
    throw error;
  });
  return dead.map((url) =>
    warning("dead_link", { url, content: articles.find((article) => article.url === url) ?? null, values: { url } }),
  );
}
