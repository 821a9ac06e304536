import { randomUUID } from "node:crypto";
import { publishingProblems } from "../../../contract/publishing";
import { findNewsletter } from "../../db/newsletters/newsletters";
import { inTransaction } from "../../db/pool";
import { MailRefused, MailUncertain, MailUnsent } from "../../mail/failure";
import { toParts } from "../../mail/newsletter/copies";
import { previewSubject, renderNewsletter } from "../../mail/newsletter/render";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type FieldProblems, refuseProblems } from "../errors";
import { countPreview } from "../mail-limits";
import { record } from "../workspace/audit";
import { compose } from "./compose";
import { toCopy } from "./deliver";
import { changeNewsletter } from "./drafts";
import type { Newsletter } from "./newsletters";
import { withOwnPictures } from "./pictures";

/**
 * Saves a draft and sends it to its preview recipients. Its status does not change. Throws as `changeNewsletter`, `MailLimitReached`, and
 * `InvalidFields` without subject or preview recipients, or if every article is left out.
 */
export async function previewNewsletter(
  services: Services,
  viewer: Viewer,
  id: string,
  change: Parameters<typeof changeNewsletter>[3],
): Promise<Newsletter> {
  const newsletter = await changeNewsletter(services, viewer, id, change);
  const { subject, previewRecipients } = newsletter.draft;
  const composition = await compose(services, newsletter);
  const { articles, leftOut } = composition;
  const problems: FieldProblems = publishingProblems({ subject, ...(leftOut.length > 0 && { articles: articles.length, leftOut }) });
  if (previewRecipients.length === 0) problems.previewRecipients = [{ key: "required" }];
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

/** Sends a draft to one preview recipient, unless its workspace is disabled or all of its articles are left out. */
export async function sendPreview(services: Services, newsletterId: string, email: string): Promise<void> {
  const newsletter = await findNewsletter(services.database.db, newsletterId);
  if (!newsletter?.isClientOpen || newsletter.status === "published") return;
  const composition = await compose(services, newsletter);
  if (composition.articles.length === 0 && composition.leftOut.length > 0) return;
  const content = await withOwnPictures(services, newsletter, composition);
  const rendered = renderNewsletter({ id: newsletterId, content }, services.config, "preview");
  const { outcome, failure } = await services.mail.sendNewsletter({
    ...toCopy({ ...newsletter, content, publisher: newsletter.updatedBy }, toParts(rendered)),
    subject: previewSubject(content, services.config.productName),
    messageId: randomUUID(),
    to: { name: "", address: email },
    unsubscribeUrl: null,
  });
  if (outcome === "handed_over") return;
  const MailError = { refused: MailRefused, unknown: MailUncertain, later: MailUnsent }[outcome];
  throw new MailError(failure ?? { class: "other" });
}
