import { setImmediate as nextTurn } from "node:timers/promises";
import * as limits from "../../../contract/limits";
import { insertDeliveries, stopDeliveries } from "../../db/newsletters/deliveries";
import * as store from "../../db/newsletters/newsletters";
import { inTransaction } from "../../db/pool";
import { renderNewsletter } from "../../mail/newsletter/render";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type FieldProblems, NewsletterConflict, refuseProblems } from "../errors";
import { countPreview } from "../mail-limits";
import { record } from "../workspace/audit";
import { findProblems, toNothingLeft } from "./check";
import { chosenRecipients } from "./choices";
import { compose } from "./compose";
import { changeNewsletter } from "./drafts";
import { articlesIn, withoutUnfit } from "./left-out";
import { type Newsletter, requireManaged } from "./newsletters";
import { withOwnPictures } from "./pictures";

type Change = Parameters<typeof changeNewsletter>[3];

/**
 * Saves a draft and publishes it: its mails are sent in the background, now or at `scheduledFor`. Articles that must not be shared or no
 * longer exist are left out. Throws as `changeNewsletter`, and
 * `InvalidFields` if it cannot be published as it is; it is saved nevertheless.
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
  const problems = await findProblems(services, draft, composition);
  const waitMs = scheduledFor && scheduledFor.getTime() - Date.now();
  if (waitMs !== null && waitMs <= 0) problems.scheduledFor = [{ key: "momentPassed" }];
  if (waitMs !== null && waitMs > limits.scheduledAhead) problems.scheduledFor = [{ key: "momentTooFar" }];
  refuseProblems(problems);

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
    if (articlesIn(fit.content).length === 0) refuseProblems({ contents: toNothingLeft(leftOut) });
    await store.freezeNewsletter(tx, viewer, stored, await freeze(config, id, fit.content, leftOut), scheduledFor);
    if (!scheduledFor) await insertDeliveries(tx, stored, chosenRecipients(stored.draft));
    await jobs.enqueue(tx, "mailing-delivery", { mailingId: id }, { startAt: scheduledFor ?? undefined });
    if (scheduledFor) await record(tx, viewer, { kind: "newsletterScheduled", newsletterId: id, at: publishedAt });
    else await record(tx, viewer, { kind: "newsletterPublished", newsletterId: id });
    return requireManaged(tx, viewer, id);
  });
}

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

/**
 * Saves a draft and sends it to its preview recipients. Its status does not change. Throws as `changeNewsletter`, `MailLimitReached`, and
 * `InvalidFields` without subject or preview recipients, or if every article is left out.
 */
export async function previewNewsletter(services: Services, viewer: Viewer, id: string, change: Change): Promise<Newsletter> {
  const newsletter = await changeNewsletter(services, viewer, id, change);
  const { subject, previewRecipients } = newsletter.draft;
  const problems: FieldProblems = {};
  if (subject === "") problems.subject = [{ key: "required" }];
  if (previewRecipients.length === 0) problems.previewRecipients = [{ key: "required" }];
  const composition = await compose(services, newsletter);
  if (composition.articles.length === 0 && composition.leftOut.length > 0) problems.contents = toNothingLeft(composition.leftOut);
  refuseProblems(problems);
  // Draws them before the jobs need them.
  await withOwnPictures(services, newsletter, composition);
  const emails = [...new Set(previewRecipients)];
  await inTransaction(services.database, async (tx) => {
    await countPreview(services, tx, viewer, emails);
    for (const email of emails) await services.jobs.enqueue(tx, "mailing-preview", { mailingId: id, email });
    await record(tx, viewer, { kind: "newsletterPreviewed", newsletterId: id, addresses: emails.length });
  });
  return newsletter;
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
