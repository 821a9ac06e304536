import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as limits from "../../../contract/limits";
import { placeTextBlocks } from "../../../contract/text-blocks";
import { findRecipient } from "../../db/auth/recipients";
import * as store from "../../db/newsletters/newsletters";
import { listRecipients } from "../../db/newsletters/recipients";
import { listNewestArticles } from "../../db/newsletters/sources";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { readArticleHtml } from "../articles/article-html";
import { type FieldProblems, InvalidFields, NewsletterConflict, NotFound, refuseProblems } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId } from "../ids";
import { groupByTag } from "./choices";
import { type Newsletter, requireManaged, selectedIds } from "./newsletters";

/** Missing fields keep their values. */
type DraftChange = Partial<store.Draft>;

/**
 * Creates a draft. A repeated request with the same key and fields from the same person returns the one created first. Everything that
 * the change leaves out is selected, with `onlyNew` of the articles only those that are new, or as in the newsletter `templateId`. Throws
 * `NotFound`, `NotAllowed`, and `InvalidFields` for a text that is too long, or without the template.
 */
export async function createNewsletter(
  services: Services,
  viewer: Viewer,
  { folderId, draft, onlyNew, templateId }: { folderId: string; draft: DraftChange; onlyNew: boolean; templateId?: string },
  key: string | null,
): Promise<Newsletter> {
  const storedKey = toStoredKey(key, { createNewsletter: folderId, draft, onlyNew, templateId });
  const change = await withSafeTexts(draft);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findNewsletterByKey(tx, viewer, found),
      async () => {
        const scope = await requireFolderScope(tx, viewer, folderId, "newsletter:manage", "key share");
        const template = templateId !== undefined && isId(templateId) ? await store.findDraft(tx, scope, templateId) : undefined;
        if (templateId !== undefined && !template) throw new InvalidFields({ templateId: [{ key: "notAChoice" }] });
        const begun = await firstDraft(services, tx, viewer, scope, { onlyNew, chosen: selectedIds(change.contents ?? []) });
        const first = { ...(template ? beginWith(template, begun) : begun), ...change };
        return store.insertNewsletter(tx, viewer, scope, { draft: first, chosen: selectedIds(first.contents) }, storedKey);
      },
    ),
  );
  if (!made) throw new NotFound();
  return requireManaged(services.database.db, viewer, made.id);
}

/**
 * Changes a draft. Saving the stored values again is never a conflict, so that a client that missed the response can repeat its request.
 * Throws `NotFound`, `NotAllowed`, `NewsletterConflict`, and `InvalidFields` for a text that is too long, or an empty one.
 */
export async function changeNewsletter(
  { database }: Services,
  viewer: Viewer,
  id: string,
  { draft, lockVersion }: { draft: DraftChange; lockVersion: number | undefined },
): Promise<Newsletter> {
  const change = await withSafeTexts(draft);
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

/** The change with its texts as safe HTML. */
async function withSafeTexts(change: DraftChange): Promise<DraftChange> {
  const safe = { ...change };
  const problems: FieldProblems = {};
  if (change.introText !== undefined) {
    const intro = await readArticleHtml(change.introText, limits.introText);
    if (intro) safe.introText = intro.html;
    else problems.introText = [{ key: "tooLong", values: { max: limits.introText } }];
  }
  if (change.textBlocks !== undefined) {
    safe.textBlocks = [];
    for (const block of change.textBlocks) {
      const text = await readArticleHtml(block.text, limits.textBlock);
      if (!text) problems.textBlocks = [{ key: "tooLong", values: { max: limits.textBlock } }];
      else if (text.isEmpty && block.heading === "") problems.textBlocks = [{ key: "required" }];
      else safe.textBlocks.push({ ...block, text: text.html });
    }
  }
  refuseProblems(problems);
  return safe;
}

/** Selects everything that can be selected; with `onlyNew`, only new articles. The preview goes to the author. */
async function firstDraft(
  { config }: Services,
  tx: Transaction,
  viewer: Viewer,
  scope: Parameters<typeof listNewestArticles>[1],
  { onlyNew, chosen }: { onlyNew: boolean; chosen: readonly string[] },
): Promise<store.Draft> {
  const articles = await listNewestArticles(tx, scope, limits.newsletterArticles, chosen);
  const recipients = await listRecipients(tx, scope);
  const author = await findRecipient(tx, viewer.userId);
  return {
    subject: "",
    introText: "",
    groupByTags: false,
    tags: groupByTag(articles, config.publicUrl).map(({ id }) => ({ id, selected: true })),
    contents: articles.map(({ id, shareable, isNew }) => ({ id, selected: shareable && (isNew || !onlyNew) })),
    recipients: recipients.slice(0, limits.newsletterRecipients).map(({ id, subscribed }) => ({ id, selected: subscribed })),
    subscribers: true,
    previewRecipients: author ? [author.email] : [],
    adaptations: [],
    textBlocks: [],
  };
}

/**
 * A new draft with subject, introduction, text blocks, grouping, tags and recipients of an earlier newsletter. Its articles stay the new
 * ones. See docs/product.md, "Beginning with an earlier issue".
 */
function beginWith(template: store.Draft, begun: store.Draft): store.Draft {
  const formerIds = selectedIds(template.contents);
  const copies = placeTextBlocks(template.contents, template.textBlocks ?? [], new Set(formerIds)).map(({ block, before }) => ({
    block: { ...block, id: randomUUID() },
    before,
  }));
  const contents = begun.contents.filter(({ selected }) => selected);
  const count = contents.length;
  // Each text keeps the number of articles above it. Inserting the last one first keeps the places of the others valid.
  for (const { block, before } of copies.toReversed()) {
    const place = before === null ? count : Math.min(formerIds.indexOf(before), count);
    contents.splice(place, 0, { id: block.id, selected: false });
  }
  const offered = new Set(begun.tags.map(({ id }) => id));
  const known = template.tags.filter(({ id }) => offered.has(id));
  const knownIds = new Set(known.map(({ id }) => id));
  const recipients = new Set(selectedIds(template.recipients));
  return {
    ...begun,
    subject: nextSubject(template.subject),
    introText: template.introText,
    groupByTags: template.groupByTags,
    textBlocks: copies.map(({ block }) => block),
    tags: [...known, ...begun.tags.filter(({ id }) => !knownIds.has(id))],
    contents: [...contents, ...begun.contents.filter(({ selected }) => !selected)],
    recipients: begun.recipients.map(({ id, selected }) => ({ id, selected: selected && recipients.has(id) })),
    subscribers: template.subscribers ?? begun.subscribers,
  };
}

/** The subject of the next issue: a number of up to three digits at its end is incremented, unless it belongs to a date. */
function nextSubject(subject: string): string {
  const [, words = "", number] = /^(.*[\s#])(\d{1,3})$/.exec(subject) ?? [];
  return number === undefined || /\d\.$/.test(words.trimEnd()) ? subject : `${words}${Number(number) + 1}`;
}
