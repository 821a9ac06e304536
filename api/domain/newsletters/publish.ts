import { setImmediate as nextTurn } from "node:timers/promises";
import { publishingProblems } from "../../../contract/publishing";
import { insertDeliveries, stopDeliveries } from "../../db/newsletters/deliveries";
import * as store from "../../db/newsletters/newsletters";
import { lockArticles } from "../../db/newsletters/sources";
import { inTransaction, type Transaction } from "../../db/pool";
import { renderNewsletter } from "../../mail/newsletter/render";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NewsletterConflict, refuseProblems } from "../errors";
import { record } from "../workspace/audit";
import { type Composition, compose } from "./compose";
import { changeNewsletter } from "./drafts";
import { type Newsletter, requireManaged, selectedIds } from "./newsletters";
import { withOwnPictures } from "./pictures";

type Change = Parameters<typeof changeNewsletter>[3];

/**
 * Saves a draft and publishes it: its mails are sent in the background, now or at `scheduledFor`. Articles that must not be shared or no
 * longer exist are left out. Throws as `changeNewsletter`, and `InvalidFields` if it cannot be published as it is; it is saved nevertheless.
 */
export async function publishNewsletter(
  services: Services,
  viewer: Viewer,
  id: string,
  { scheduledFor, ...change }: Change & { scheduledFor: Date | null },
): Promise<Newsletter> {
  const { config, database, jobs } = services;
  const draft = await changeNewsletter(services, viewer, id, change);
  const composition = await compose(services, draft);
  refuseProblems(await findProblems(services, draft, composition, scheduledFor));

  const withPictures = await withOwnPictures(services, draft, composition);
  const publishedAt = (scheduledFor ?? new Date()).toISOString();
  const content = { ...withPictures, publishedAt };
  return inTransaction(database, async (tx) => {
    const stored = await requireManaged(tx, viewer, id, { lock: true });
    // Somebody saved the draft while the pictures were drawn, so this version has not been validated.
    if (stored.status !== "draft") throw new NewsletterConflict(stored.status, stored);
    if (stored.lockVersion !== draft.lockVersion) throw new NewsletterConflict("outdated", stored);
    // Asked again, because an article may have been locked or deleted while the pictures were drawn.
    const fit = await withoutUnfit(tx, stored.clientId, content);
    const leftOut = [...composition.leftOut, ...fit.leftOut];
    refuseProblems(publishingProblems({ articles: articlesIn(fit.content).length, leftOut }));
    await store.freezeNewsletter(tx, viewer, stored, await freeze(config, id, fit.content, leftOut), scheduledFor);
    if (!scheduledFor) await insertDeliveries(tx, stored, chosenRecipients(stored.draft));
    await jobs.enqueue(tx, "mailing-delivery", { mailingId: id }, { startAt: scheduledFor ?? undefined });
    if (scheduledFor) await record(tx, viewer, { kind: "newsletterScheduled", newsletterId: id, at: publishedAt });
    else await record(tx, viewer, { kind: "newsletterPublished", newsletterId: id });
    return requireManaged(tx, viewer, id);
  });
}

/** The problems that prevent publishing, by field. */
export async function findProblems(
  { database }: Services,
  { id, draft }: Pick<Newsletter, "id" | "draft">,
  { articles, leftOut }: Pick<Composition, "articles" | "leftOut">,
  scheduledFor: Date | null = null,
) {
  const stored = await store.findNewsletter(database.db, id, { withAudience: true });
  return publishingProblems({
    subject: draft.subject,
    tags: selectedIds(draft.tags).length,
    articles: articles.length,
    leftOut,
    recipients: stored?.audience?.reached,
    scheduledFor,
  });
}

/**
 * Publishes a scheduled newsletter if it is due, without articles that were locked or deleted in the meantime. If nothing is left, it
 * becomes a draft again, and its author is told.
 */
export async function publishWhenDue({ config, database, jobs }: Services, newsletterId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const due = await store.publishDueNewsletter(tx, newsletterId);
    if (!due?.content) return;
    const { content, leftOut } = await withoutUnfit(tx, due.clientId, due.content);
    if (leftOut.length > 0 && articlesIn(content).length === 0) {
      await store.returnDueNewsletter(tx, due);
      await record(tx, { clientId: due.clientId, by: "system" }, { kind: "newsletterUnscheduled", newsletterId });
      for (const userId of new Set([due.userId, due.updatedById]))
        await jobs.enqueue(tx, "newsletter-returned-mail", { mailingId: newsletterId, userId });
      return;
    }
    if (leftOut.length > 0)
      await store.replaceDueContent(tx, due, await freeze(config, newsletterId, content, [...due.leftOut, ...leftOut]));
    await insertDeliveries(tx, due, chosenRecipients(due.draft));
    await record(tx, { clientId: due.clientId, by: "system" }, { kind: "newsletterPublished", newsletterId });
  });
}

const articlesIn = (content: store.NewsletterContent) => content.sections.flatMap(({ articles }) => articles);

/** The content without the articles that were deleted or locked since, and which these are. */
async function withoutUnfit(
  tx: Transaction,
  clientId: string,
  content: store.NewsletterContent,
): Promise<{ content: store.NewsletterContent; leftOut: store.LeftOut[] }> {
  const all = articlesIn(content);
  const stored = await lockArticles(
    tx,
    clientId,
    all.map(({ id }) => id),
  );
  const leftOut = all.flatMap(({ id, title }): store.LeftOut[] => {
    const article = stored.get(id);
    return article?.shareable ? [] : [{ id, title, reason: article ? "not_shareable" : "gone" }];
  });
  if (leftOut.length === 0) return { content, leftOut };
  const unfit = new Set(leftOut.map(({ id }) => id));
  const sections = content.sections.flatMap(({ tag, articles }) => {
    const left = articles.filter(({ id }) => !unfit.has(id));
    return left.length > 0 ? [{ tag, articles: left }] : [];
  });
  const below = (id: string) =>
    all.slice(all.findIndex((article) => article.id === id)).find((article) => !unfit.has(article.id))?.id ?? null;
  const textBlocks = content.textBlocks?.map((block) => (block.before === null ? block : { ...block, before: below(block.before) }));
  return { content: { ...content, sections, textBlocks }, leftOut };
}

/** The recipients of a draft. Drafts of earlier versions do not mention subscribers. */
const chosenRecipients = ({ recipients, subscribers = true }: Pick<store.Draft, "recipients" | "subscribers">) => ({
  userIds: selectedIds(recipients),
  subscribers,
});

/** The parts of a newsletter that no longer change. */
export async function freeze(
  config: Services["config"],
  id: string,
  content: store.NewsletterContent,
  leftOut: store.LeftOut[],
): Promise<store.Frozen> {
  const { html: htmlContent } = renderNewsletter({ id, content }, config, "web");
  // With 500 articles, each one takes 50 ms, during which nothing else runs.
  await nextTurn();
  const { html: mailHtml, text: mailText } = renderNewsletter({ id, content }, config, "mail");
  return { content, htmlContent, mailHtml, mailText, leftOut };
}

/** Makes a scheduled newsletter a draft again, or stops the delivery of a published one. Throws `NotFound` and `NotAllowed`. */
export async function stopNewsletter({ database }: Services, viewer: Viewer, id: string): Promise<Newsletter> {
  return inTransaction(database, async (tx) => {
    const newsletter = await requireManaged(tx, viewer, id, { lock: true });
    if (newsletter.status === "scheduled") {
      await store.unscheduleNewsletter(tx, viewer, newsletter);
      await record(tx, viewer, { kind: "newsletterUnscheduled", newsletterId: id });
    } else if (newsletter.deliveries.waiting > 0) {
      await store.setStopped(tx, newsletter, true);
      await stopDeliveries(tx, newsletter);
      await record(tx, viewer, { kind: "newsletterStopped", newsletterId: id });
    }
    return requireManaged(tx, viewer, id);
  });
}
