import { isDeepStrictEqual } from "node:util";
import { limits } from "../../../contract/limits";
import { findRecipient } from "../../db/auth/recipients";
import * as store from "../../db/newsletters/newsletters";
import { listRecipients } from "../../db/newsletters/recipients";
import { listNewestArticles } from "../../db/newsletters/sources";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { readArticleHtml } from "../articles/article-html";
import { InvalidFields, NewsletterConflict, NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { makeOnce, toStoredKey } from "../idempotency";
import { groupByTag, selectedIds } from "./choices";
import { type Newsletter, requireManaged } from "./newsletters";

/** Missing fields keep their values. */
type DraftChange = Partial<store.Draft>;

/**
 * Creates a draft. A repeated request with the same key and fields from the same person returns the one created first. Everything that
 * the change leaves out is selected, with `onlyNew` of the articles only those that are new. Throws `NotFound` and `NotAllowed`.
 */
export async function createNewsletter(
  services: Services,
  viewer: Viewer,
  { folderId, draft, onlyNew }: { folderId: string; draft: DraftChange; onlyNew: boolean },
  key: string | null,
): Promise<Newsletter> {
  const storedKey = toStoredKey(key, { createNewsletter: folderId, draft, onlyNew });
  const change = await withSafeIntro(draft);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findNewsletterByKey(tx, viewer, found),
      async () => {
        const scope = await requireFolderScope(tx, viewer, folderId, "newsletter:manage", "key share");
        const first = { ...(await firstDraft(services, tx, viewer, scope, onlyNew)), ...change };
        return store.insertNewsletter(tx, viewer, scope, { draft: first, chosen: selectedIds(first.contents) }, storedKey);
      },
    ),
  );
  if (!made) throw new NotFound();
  return requireManaged(services.database.db, viewer, made.id);
}

/**
 * Changes a draft. Saving the stored values again is never a conflict, so that a client that missed the response can repeat its request.
 * Throws `NotFound`, `NotAllowed`, `NewsletterConflict`, and `InvalidFields` for an introduction that is too long.
 */
export async function changeNewsletter(
  { database }: Services,
  viewer: Viewer,
  id: string,
  { draft, lockVersion }: { draft: DraftChange; lockVersion: number | undefined },
): Promise<Newsletter> {
  const change = await withSafeIntro(draft);
  return inTransaction(database, async (tx) => {
    const stored = await requireManaged(tx, viewer, id, { lock: true });
    if (stored.status !== "draft") throw new NewsletterConflict(stored.status, stored);
    const changed = { ...stored.draft, ...change };
    if (isDeepStrictEqual(changed, stored.draft)) return stored;
    if (lockVersion !== undefined && lockVersion !== stored.lockVersion) throw new NewsletterConflict("outdated", stored);
    await store.updateDraft(tx, viewer, stored, { draft: changed, chosen: selectedIds(changed.contents) });
    return requireManaged(tx, viewer, id);
  });
}

/** The change with its introduction as safe HTML. */
async function withSafeIntro(change: DraftChange): Promise<DraftChange> {
  if (change.introText === undefined) return change;
  const intro = await readArticleHtml(change.introText, limits.introText);
  if (!intro) throw new InvalidFields({ introText: [{ key: "tooLong", values: { max: limits.introText } }] });
  return { ...change, introText: intro.html };
}

/** Selects everything that can be selected; with `onlyNew`, only new articles. The preview goes to the author. */
async function firstDraft(
  { config }: Services,
  tx: Transaction,
  viewer: Viewer,
  scope: Parameters<typeof listNewestArticles>[1],
  onlyNew: boolean,
): Promise<store.Draft> {
  const articles = await listNewestArticles(tx, scope, limits.mailingContents);
  const recipients = await listRecipients(tx, scope);
  const author = await findRecipient(tx, viewer.userId);
  return {
    subject: "",
    introText: "",
    groupByTags: false,
    tags: groupByTag(articles, config.publicUrl).map(({ id }) => ({ id, selected: true })),
    contents: articles.map(({ id, shareable, isNew }) => ({ id, selected: shareable && (isNew || !onlyNew) })),
    recipients: recipients.slice(0, limits.mailingRecipients).map(({ id, subscribed }) => ({ id, selected: subscribed })),
    previewRecipients: author ? [author.email] : [],
  };
}
