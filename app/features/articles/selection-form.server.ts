import { z } from "zod";
import { toFields } from "~/forms/form-state";
import { formKeySchema, newForm, type Reading, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import { momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import { readFilter } from "~/lists/article-filter.server";
import { listTagsByUse } from "~/lists/most-used.server";
import { listTargets } from "~/lists/target-folders.server";
import { type BatchChange, previewBatch, type Selection } from "~/upstream/batches.server";
import type { Upstream } from "~/upstream/client.server";
import { thrownRefusal } from "~/upstream/failure.server";
import * as limits from "../../../contract/limits";
import { batchKinds } from "../../../contract/rest/batches";
import { prioritySchema } from "../../../contract/rest/contents";
import { idSchema } from "../../../contract/rest/shared";

export type Change = (typeof batchKinds)[number];

/** The selection, as the bar below a list and the dialog post it. */
const selectionFormSchema = z.object({
  change: z.enum([...batchKinds, "export", "newsletter"]),
  contentIds: z.array(idSchema).default([]),
  /** All articles of the list instead of the chosen ones. */
  all: z.literal("on").optional().catch(undefined),
  /** The filter of the list, as a query string. */
  filter: z.string().max(limits.body).optional().catch(undefined),
  /** When the dialog was opened. */
  filedUntil: z.iso.datetime().optional().catch(undefined),
  /** The number of articles that the dialog has shown. */
  total: z.coerce.number().int().min(1).optional().catch(undefined),
  key: formKeySchema,
});

type Selected = z.output<typeof selectionFormSchema> & { selection: Selection };

/** The fields of all changes; the dialog shows those of one. */
const fieldsSchema = withTagRules(
  z.object({
    folderId: idSchema.optional(),
    tags: tagFields.chosen,
    newTags: tagFields.typed,
    priority: prioritySchema.optional(),
    shareable: z.enum(["yes", "no"]).optional(),
  }),
  { chosen: "tags", typed: "newTags", max: limits.tagsPerArticle },
);

type Fields = z.output<typeof fieldsSchema>;

/** The change that the fields describe, or the field that is missing. */
const changes: Record<Change, (fields: Fields) => BatchChange | keyof Fields> = {
  move: ({ folderId }) => (folderId ? { kind: "move", folderId } : "folderId"),
  copy: ({ folderId }) => (folderId ? { kind: "copy", folderId } : "folderId"),
  tag: ({ tags, newTags }) => withTags({ kind: "tag", tags: allTags(tags, newTags) }),
  untag: ({ tags }) => withTags({ kind: "untag", tags }),
  priority: ({ priority }) => (priority ? { kind: "priority", priority } : "priority"),
  shareable: ({ shareable }) => (shareable ? { kind: "shareable", shareable: shareable === "yes" } : "shareable"),
  delete: () => ({ kind: "delete" }),
};

const withTags = (change: BatchChange & { tags: string[] }) => (change.tags.length > 0 ? change : "tags");

/** The selection of a posted form; `undefined` if nothing is selected. */
export function readSelection(body: FormData, t: Translate): Selected | undefined {
  const reading = readForm(body, selectionFormSchema, t);
  if (!reading.ok) return undefined;
  const { contentIds, all, filter, filedUntil = new Date().toISOString() } = reading.value;
  if (all ? filter === undefined : contentIds.length === 0) return undefined;
  const selection = all ? { filter: readFilter(new URLSearchParams(filter)).filter, filedUntil } : { contentIds };
  return { ...reading.value, filedUntil, selection };
}

/** The data of the dialog: the number of articles, the choices, and the newsletters that will leave articles out. */
export async function openSelection(
  request: Request,
  upstream: Upstream,
  { change, contentIds, all, filter, filedUntil, key, selection }: Selected & { change: Change },
  { t, locale }: { t: Translate; locale: Locale },
) {
  const needsPreview = Boolean(all) || change === "delete" || change === "shareable";
  const [preview, teams, tags] = await Promise.all([
    needsPreview ? previewBatch(upstream, selection) : undefined,
    change === "move" || change === "copy" ? listTargets(request, upstream, t) : [],
    change === "tag" || change === "untag" ? listTagsByUse(upstream) : [],
  ]);
  if (preview && !preview.ok) throw thrownRefusal(preview);
  const total = preview?.data.total ?? contentIds.length;
  const isLeftOut = change === "delete" || change === "shareable";
  const chosen = all ? { all, filter, filedUntil, total: String(total) } : { contentIds };
  return {
    change,
    posted: toFields({ change, key: key ?? crypto.randomUUID(), ...chosen }),
    total,
    scheduled: (isLeftOut && preview ? preview.data.scheduledMailings : []).map((newsletter) => ({
      id: newsletter.id,
      title: newsletter.title ?? t("articles:scheduled.untitled"),
      moment: momentText(newsletter.scheduledFor, locale).text,
    })),
    teams,
    tags,
    form: newForm(fieldsSchema),
  };
}

/** The change that the dialog's fields describe, or its form with errors. */
export function readChange(body: FormData, change: Change, t: Translate): Reading<BatchChange, keyof Fields> {
  const reading = readForm(body, fieldsSchema, t);
  if (!reading.ok) return reading;
  const found = changes[change](reading.value);
  if (typeof found === "string") return { ok: false, form: { values: reading.values, errors: { [found]: [t("errors:required")] } } };
  return { ...reading, value: found };
}
