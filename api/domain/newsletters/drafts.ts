import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { limits } from "../../../contract/limits";
import type { createMailingBodySchema } from "../../../contract/rest/mailings";
import { findRecipient } from "../../db/auth/recipients";
import { listNewestContents, listRecipients } from "../../db/newsletters/contents";
import * as store from "../../db/newsletters/drafts";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import { isPermitted, type Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { readArticleHtml } from "../articles/article-html";
import { InvalidFields, MailingConflict, NotFound } from "../errors";
import { requireFolderPlace } from "../folders/folders";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { composeNewsletter, groupByTag, renderMailing } from "./contents";

export type ListedMailing = store.ListedMailing;
export type Mailing = store.MailingRow;

export type VuexStateChange = z.infer<typeof createMailingBodySchema>["mailing"]["vuex_state"];

/** A mailing with what stands in it; `isManaged` where the person may send mailings of its folder. */
export interface ShownMailing extends Mailing {
  isManaged: boolean;
  content: store.Newsletter;
  htmlContent: string;
}

/** The mailings of a folder, the newest first; throws `NotFound` and `NotAllowed`. */
export async function listMailings({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<ListedMailing[]> {
  return store.listMailings(db, await requireFolderPlace(db, viewer, folderId, "mailing:manage"));
}

/** A published mailing for everybody, any other for who may edit it; `undefined` otherwise. */
export async function findMailing(
  services: Services,
  viewer: Viewer | undefined,
  id: string,
  { withReach }: { withReach: boolean },
): Promise<ShownMailing | undefined> {
  const mailing = isId(id)
    ? await store.findMailing(services.database.db, id, { withReach: withReach && viewer !== undefined })
    : undefined;
  return mailing && show(services, viewer, mailing);
}

/** What a folder published last, for everybody; `undefined` when that is nothing. */
export async function findLatestMailing(
  services: Services,
  viewer: Viewer | undefined,
  folderId: string,
): Promise<ShownMailing | undefined> {
  const mailing = isId(folderId) ? await store.findLatestMailing(services.database.db, folderId) : undefined;
  return mailing && show(services, viewer, mailing);
}

async function show(services: Services, viewer: Viewer | undefined, mailing: Mailing): Promise<ShownMailing | undefined> {
  const isManaged = viewer !== undefined && isPermitted(viewer, "mailing:manage", mailing);
  if ((mailing.status !== "published" || !mailing.isClientOpen) && !isManaged) return undefined;
  const { content, htmlContent } = mailing;
  if (content && htmlContent !== null) return { ...mailing, isManaged, content, htmlContent };
  const composition = await composeNewsletter(services, mailing);
  const { html } = renderMailing(services, mailing.id, composition, "web");
  return { ...mailing, isManaged, content: composition.newsletter, htmlContent: html };
}

/**
 * Begins a draft; the same person's same key with the same fields answers the one it made the first time. What the state leaves out
 * is selected. Throws `NotFound` and `NotAllowed`.
 */
export async function createMailing(
  services: Services,
  viewer: Viewer,
  { folderId, vuexState }: { folderId: string; vuexState: VuexStateChange },
  key: string | null,
): Promise<Mailing> {
  const storedKey = toStoredKey(key, { createMailing: folderId, vuexState });
  const change = await withCleanIntro(vuexState);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findMailingByKey(tx, viewer, found),
      async () => {
        const place = await requireFolderPlace(tx, viewer, folderId, "mailing:manage", "key share");
        const state = changeState(await beginState(services, tx, viewer, place), change);
        return store.insertMailing(tx, viewer, place, state, storedKey);
      },
    ),
  );
  if (!made) throw new NotFound();
  return requireMailing(services, made.id);
}

/**
 * Changes a draft; what is left out stays. Saving once more what is stored is no conflict, so that an answer that was lost loses
 * nothing. Throws `NotFound`, `NotAllowed` and `MailingConflict`.
 */
export async function changeMailing(
  services: Services,
  viewer: Viewer,
  id: string,
  { vuexState, lockVersion }: { vuexState: VuexStateChange; lockVersion: number | undefined },
): Promise<Mailing> {
  const change = { vuexState: await withCleanIntro(vuexState), lockVersion };
  await inTransaction(services.database, async (tx) => {
    const place = await requireMailingPlace(tx, viewer, id);
    await saveDraft(services, tx, viewer, place, change);
  });
  return requireMailing(services, id);
}

/** Deletes a mailing, published or not; what is not handed over then is never sent. Throws `NotFound` and `NotAllowed`. */
export async function removeMailing({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const place = await requireMailingPlace(tx, viewer, id);
    if (place.status !== "draft") await record(tx, viewer, { kind: "newsletterDeleted", mailingId: id });
    await store.deleteMailing(tx, place);
  });
}

/** Where a mailing stands, for who may send mailings of its folder, held against other changes with `lock`; throws `NotFound` and `NotAllowed`. */
export async function requireMailingPlace(
  db: Queryable,
  viewer: Viewer,
  id: string,
  { lock = true } = {},
): Promise<Permitted<store.MailingPlace, "mailing:manage">> {
  const place = await store.findMailingPlace(db, viewer, requireId(id), { lock });
  if (!place) throw new NotFound();
  return requirePermission(viewer, "mailing:manage", place);
}

/** Changes a draft in this transaction, as `changeMailing`, with what `withCleanIntro` returned. */
export async function saveDraft(
  services: Services,
  tx: Transaction,
  viewer: Viewer,
  place: Permitted<store.MailingPlace, "mailing:manage">,
  { vuexState, lockVersion }: { vuexState: VuexStateChange; lockVersion: number | undefined },
): Promise<store.VuexState> {
  const state = changeState(place.vuexState, vuexState);
  const isChanged = !isDeepStrictEqual(state, place.vuexState);
  if (place.status !== "draft") throw new MailingConflict(place.status, await requireMailing(services, place.id, tx));
  if (!isChanged) return state;
  if (lockVersion !== undefined && lockVersion !== place.lockVersion) {
    throw new MailingConflict("outdated", await requireMailing(services, place.id, tx));
  }
  await store.updateMailing(tx, viewer, place, state);
  return state;
}

/** The mailing, whoever asks; throws `NotFound`. */
export async function requireMailing({ database }: Services, id: string, db: Queryable = database.db): Promise<Mailing> {
  const mailing = await store.findMailing(db, id);
  if (!mailing) throw new NotFound();
  return mailing;
}

function changeState(before: store.VuexState, change: VuexStateChange): store.VuexState {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as VuexStateChange;
  return { ...before, ...given };
}

/** The change with its introduction as safe HTML; throws `InvalidFields` when that is too long. */
export async function withCleanIntro(change: VuexStateChange): Promise<VuexStateChange> {
  if (change.intro_text === undefined) return change;
  const intro = await readArticleHtml(change.intro_text, limits.introText);
  if (!intro) throw new InvalidFields({ intro_text: [{ key: "tooLong", values: { max: limits.introText } }] });
  return { ...change, intro_text: intro.html };
}

/** The state a wizard begins with: all that can be selected is, and the preview goes to whoever begins. */
async function beginState(
  { config }: Services,
  tx: Transaction,
  viewer: Viewer,
  place: Parameters<typeof listNewestContents>[1],
): Promise<store.VuexState> {
  const contents = await listNewestContents(tx, place, limits.mailingContents);
  const recipients = await listRecipients(tx, place);
  const author = await findRecipient(tx, viewer.userId);
  return {
    subject: "",
    intro_text: "",
    group_by_tags: false,
    tags: groupByTag(contents, config.publicUrl).map(({ id }) => ({ id, selected: true })),
    contents: contents.map(({ id, shareable }) => ({ id, selected: shareable })),
    recipients: recipients.slice(0, limits.mailingRecipients).map(({ id, subscribed }) => ({ id, selected: subscribed })),
    preview_recipients: author ? [author.email] : [],
  };
}
