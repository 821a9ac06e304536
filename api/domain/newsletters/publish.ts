import type { FieldProblem } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import { listRecipients } from "../../db/newsletters/contents";
import {
  countDeliveries,
  type DeliveryRow,
  type DeliveryState,
  insertDeliveries,
  listDeliveries as listDeliveryRows,
  type Resent,
  resendDeliveries,
  stopDeliveries,
} from "../../db/newsletters/deliveries";
import * as store from "../../db/newsletters/drafts";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, MailingConflict } from "../errors";
import { isId } from "../ids";
import { countPreview } from "../mail-limits";
import { record } from "../workspace/audit";
import { type Composition, composeNewsletter, renderMailing, selectedIds } from "./contents";
import { type Mailing, requireMailing, requireMailingPlace, saveDraft, type VuexStateChange, withCleanIntro } from "./drafts";
import { forgetFailures } from "./failures";
import { withOwnPictures } from "./pictures";

export type Delivery = DeliveryRow;
export type { DeliveryState };

interface Change {
  vuexState: VuexStateChange;
  lockVersion: number | undefined;
}

const minute = 60 * 1000;
const farthestMs = 366 * 24 * 60 * minute;

/**
 * Saves a draft and publishes it as it stands then: its mails go out in the background, now or at `scheduledFor`. Throws `NotFound`,
 * `NotAllowed`, `MailingConflict`, and `InvalidFields` for what has to be mended first; what was saved stays saved then.
 */
export async function publishMailing(
  services: Services,
  viewer: Viewer,
  id: string,
  { scheduledFor, ...change }: Change & { scheduledFor: Date | null },
): Promise<Mailing> {
  const { database, jobs } = services;
  const draft = await saveFirst(services, viewer, id, change);
  const composition = await composeNewsletter(services, draft);
  await refuseUnfit(services, draft, composition, scheduledFor);
  const newsletter = await withOwnPictures(services, draft, composition);
  const frozen = freeze(services, id, {
    ...composition,
    newsletter: { ...newsletter, published_at: (scheduledFor ?? new Date()).toISOString() },
  });
  await inTransaction(database, async (tx) => {
    const place = await requireMailingPlace(tx, viewer, id);
    // Somebody saved while the pictures were drawn: what was looked at is no longer what would be sent.
    if (place.status !== "draft" || place.lockVersion !== draft.lockVersion) throw await toConflict(services, tx, place);
    await store.freezeMailing(tx, viewer, place, frozen, scheduledFor);
    if (!scheduledFor) await insertDeliveries(tx, place, selectedIds(place.vuexState.recipients));
    await jobs.enqueue(tx, "mailing-delivery", { mailingId: id }, { startAt: scheduledFor ?? undefined });
    if (scheduledFor) await record(tx, viewer, { kind: "newsletterScheduled", mailingId: id, at: scheduledFor.toISOString() });
    else await record(tx, viewer, { kind: "newsletterPublished", mailingId: id });
  });
  return requireMailing(services, id);
}

/**
 * Saves a draft and sends it to its preview recipients at once, which changes no status. Throws as `publishMailing`, and
 * `MailLimitReached`; only the subject and the preview recipients have to be there.
 */
export async function previewMailing(services: Services, viewer: Viewer, id: string, change: Change): Promise<Mailing> {
  const draft = await saveFirst(services, viewer, id, change);
  const { subject, preview_recipients: addresses } = draft.vuexState;
  const problems: Record<string, FieldProblem[]> = {};
  if (subject === "") problems.subject = [{ key: "required" }];
  if (addresses.length === 0) problems.preview_recipients = [{ key: "required" }];
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
  await withOwnPictures(services, draft, await composeNewsletter(services, draft));
  const emails = [...new Set(addresses)];
  await inTransaction(services.database, async (tx) => {
    await countPreview(services, tx, viewer, emails);
    for (const email of emails) await services.jobs.enqueue(tx, "mailing-preview", { mailingId: id, email });
    await record(tx, viewer, { kind: "newsletterPreviewed", mailingId: id, addresses: emails.length });
  });
  return draft;
}

/** Makes a draft of a scheduled mailing again, and ends the delivery of a published one. Throws `NotFound` and `NotAllowed`. */
export async function stopMailing(services: Services, viewer: Viewer, id: string): Promise<Mailing> {
  await inTransaction(services.database, async (tx) => {
    const place = await requireMailingPlace(tx, viewer, id);
    if (place.status === "scheduled") {
      await store.unscheduleMailing(tx, viewer, place);
      await record(tx, viewer, { kind: "newsletterUnscheduled", mailingId: id });
    }
    if (place.status !== "published") return;
    const isUnderWay = (await requireMailing(services, id, tx)).deliveries.waiting > 0;
    if (!isUnderWay) return;
    await store.setStopped(tx, place, true);
    await stopDeliveries(tx, place);
    await record(tx, viewer, { kind: "newsletterStopped", mailingId: id });
  });
  return requireMailing(services, id);
}

/** Sends once more to those whose mail was refused, stopped, or may not have arrived. Throws `NotFound` and `NotAllowed`. */
export async function resendMailing(services: Services, viewer: Viewer, id: string, chosen: Resent): Promise<Mailing> {
  await inTransaction(services.database, async (tx) => {
    const place = await requireMailingPlace(tx, viewer, id);
    const known = "ids" in chosen ? { ids: chosen.ids.filter(isId) } : chosen;
    if ((await resendDeliveries(tx, place, known)) === 0) return;
    await store.setStopped(tx, place, false);
    await forgetFailures(tx, id);
    await services.jobs.enqueue(tx, "mailing-delivery", { mailingId: id });
    await record(tx, viewer, { kind: "newsletterResent", mailingId: id });
  });
  return requireMailing(services, id);
}

/** A page of a mailing's recipients and what became of their mails, counted from 0. Throws `NotFound` and `NotAllowed`. */
export async function listDeliveries(
  services: Services,
  viewer: Viewer,
  id: string,
  { state, page }: { state?: DeliveryState | undefined; page: number },
): Promise<{ entries: Delivery[]; total: number }> {
  const { db } = services.database;
  const place = await requireMailingPlace(db, viewer, id, { lock: false });
  const limit = limits.deliveriesPerPage;
  const entries = await listDeliveryRows(db, place, state, { limit, offset: page * limit });
  return { entries, total: await countDeliveries(db, place, state) };
}

/** What stands in the way of publishing, by field. */
export async function findProblems(
  { database }: Services,
  draft: Pick<Mailing, "vuexState" | "clientId" | "folderId">,
  { contents }: Pick<Composition, "contents">,
): Promise<Record<string, FieldProblem[]>> {
  const { subject, tags, recipients } = draft.vuexState;
  const problems: Record<string, FieldProblem[]> = {};
  if (subject === "") problems.subject = [{ key: "required" }];
  if (selectedIds(tags).length === 0) problems.tags = [{ key: "noTags" }];
  else if (contents.length === 0) problems.contents = [{ key: "noContents" }];
  const secret = contents.filter(({ shareable }) => !shareable);
  if (secret.length > 0) problems.contents = secret.map(({ title }) => ({ key: "notShareable", values: { title } }));
  const chosen = new Set(selectedIds(recipients));
  const eligible = await listRecipients(database.db, { id: draft.folderId, clientId: draft.clientId });
  if (!eligible.some(({ id, subscribed }) => subscribed && chosen.has(id))) problems.recipients = [{ key: "noRecipients" }];
  return problems;
}

async function refuseUnfit(services: Services, draft: Mailing, composition: Composition, scheduledFor: Date | null): Promise<void> {
  const problems = await findProblems(services, draft, composition);
  if (scheduledFor && scheduledFor.getTime() <= Date.now()) problems.scheduled_for = [{ key: "momentPassed" }];
  if (scheduledFor && scheduledFor.getTime() > Date.now() + farthestMs) problems.scheduled_for = [{ key: "momentTooFar" }];
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}

async function saveFirst(services: Services, viewer: Viewer, id: string, change: Change): Promise<Mailing> {
  const vuexState = await withCleanIntro(change.vuexState);
  await inTransaction(services.database, async (tx) => {
    await saveDraft(services, tx, viewer, await requireMailingPlace(tx, viewer, id), { ...change, vuexState });
  });
  return requireMailing(services, id);
}

async function toConflict(services: Services, tx: Transaction, place: Permitted<store.MailingPlace, "mailing:manage">) {
  return new MailingConflict(place.status === "draft" ? "outdated" : place.status, await requireMailing(services, place.id, tx));
}

function freeze(services: Services, id: string, { newsletter, theme }: Composition): store.Frozen {
  const render = (audience: "web" | "mail") => renderMailing(services, id, { newsletter, theme }, audience);
  const { html: mailHtml, text: mailText } = render("mail");
  return { content: newsletter, htmlContent: render("web").html, mailHtml, mailText };
}
