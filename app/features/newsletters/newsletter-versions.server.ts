import { createHash } from "node:crypto";
import { z } from "zod";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup } from "~/rich-text/convert.server";
import type { Upstream } from "~/upstream/client.server";
import { type Draft, listFolderTags, listRecipients } from "~/upstream/newsletter-drafts.server";
import type { Difference } from "./autosave";
import { articleChoices, itemOrder, selectedIds, tagChoices } from "./newsletter-choices";
import type { FormStep } from "./newsletter-steps";

/** A step's values as its form posts them, by field. An introduction is `introText` as markup, `introHtml` from the editor. */
export type Typed = Partial<Record<Field, unknown>>;
type Field =
  | "subject"
  | "introText"
  | "introHtml"
  | "tags"
  | "groupByTags"
  | "contents"
  | "recipients"
  | "subscribers"
  | "previewRecipients";
type Change = Partial<Draft>;
/** The parts that steps save. Adaptations and text blocks are saved by separate forms. */
type Part = Exclude<keyof Draft, "adaptations" | "textBlocks">;

const digestsSchema = z.record(z.string(), z.string());
type Digests = z.output<typeof digestsSchema>;

const baseSchema = z.object({
  /** Of the form's values when it was opened or last saved: a value with a different digest was changed by this person. */
  form: digestsSchema,
  /** Of the values stored then, which the API may have cleaned: a stored value with a different digest was changed by somebody else. */
  stored: digestsSchema,
});

/** Digests by field, which tell what has changed since the form was opened. */
export type Base = z.output<typeof baseSchema>;

const noBase: Base = { form: {}, stored: {} };

export const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 12);

const digestsOf = (typed: Typed): Digests => Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, digest(value)]));

/** The parts of a draft that a field changes. */
const partsOf = (field: string) => (field === "introHtml" ? ["introText"] : field === "tags" ? ["tags", "contents"] : [field]) as Part[];

/** Posted text areas have other line breaks, and the browser drops a first one. */
export const typedLines = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** An order with a selection, as both are posted. */
export const typedList = (order: readonly string[], selected: readonly string[]) => [order, selected.toSorted()];

/** The choices that the steps of a folder's newsletter offer. Each list is requested once. */
export function folderChoices(upstream: Upstream, folderId: string, newsletterId: string | undefined) {
  let tags: ReturnType<typeof listFolderTags> | undefined;
  let recipients: ReturnType<typeof listRecipients> | undefined;
  return {
    tags: () => (tags ??= listFolderTags(upstream, folderId, newsletterId)),
    recipients: () => (recipients ??= listRecipients(upstream, folderId)),
  };
}

export type FolderChoices = ReturnType<typeof folderChoices>;

/** The values with which the form of a step begins. */
export async function typedOf(step: FormStep, from: FolderChoices, draft: Draft): Promise<Typed> {
  switch (step) {
    case "title":
      return {
        subject: draft.subject,
        introText: typedLines(await htmlToLightweightMarkup(draft.introText)),
        introHtml: typedLines(draft.introText),
      };
    case "tags": {
      const choices = tagChoices(draft, await from.tags());
      const selected = choices.filter((choice) => choice.selected);
      return {
        tags: typedList(idsOf(choices.map(({ tag }) => tag)), idsOf(selected.map(({ tag }) => tag))),
        groupByTags: draft.groupByTags,
      };
    }
    case "articles": {
      const choices = articleChoices(draft, await from.tags());
      // With those that the step does not show, such as deleted ones: passing the step deselects them.
      return { contents: typedList(itemOrder(draft, choices), selectedIds(draft.contents)) };
    }
    case "recipients": {
      const people = new Set((await from.recipients()).flatMap(({ id, subscribed }) => (subscribed ? [id] : [])));
      const selected = selectedIds(draft.recipients).filter((id) => people.has(id));
      return { recipients: selected.toSorted(), subscribers: draft.subscribers, previewRecipients: draft.previewRecipients };
    }
  }
}

/** For the hidden field `base`. */
export async function baseOf(step: FormStep, from: FolderChoices, draft: Draft): Promise<string> {
  const digests = digestsOf(await typedOf(step, from, draft));
  return JSON.stringify({ form: digests, stored: digests } satisfies Base);
}

export function readBase(text = ""): Base {
  try {
    return baseSchema.catch(noBase).parse(JSON.parse(text));
  } catch {
    return noBase;
  }
}

/** The base of a form after its values were saved as `stored`. Values that could not be saved still count as changed. */
export function savedBase(base: Base, { typed, change, stored }: { typed: Typed; change: Change; stored: Typed }): string {
  const saved = changedFields(typed, base).filter((field) => partsOf(field).some((part) => part in change));
  return JSON.stringify({
    form: { ...base.form, ...pick(saved, digestsOf(typed)) },
    stored: { ...base.stored, ...pick(saved, digestsOf(stored)) },
  } satisfies Base);
}

/** The base with which a form overwrites these fields of the stored version. */
export const overwritingBase = (base: Base, fields: readonly Field[], stored: Typed): string =>
  JSON.stringify({ ...base, stored: { ...base.stored, ...pick(fields, digestsOf(stored)) } } satisfies Base);

const pick = (fields: readonly Field[], digests: Digests): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([field]) => fields.some((one) => one === field)));

const changedFields = (typed: Typed, base: Base) => {
  const now = digestsOf(typed);
  return (Object.keys(typed) as Field[]).filter((field) => now[field] !== base.form[field]);
};

/** The parts of a change that this person changed. */
export function ownChange(change: Change, typed: Typed, base: Base): Change {
  const parts = new Set(changedFields(typed, base).flatMap(partsOf));
  return Object.fromEntries(Object.entries(change).filter(([part]) => parts.has(part as Part)));
}

/** The fields that both this person and somebody else changed, differently. */
export function overlapOf(typed: Typed, base: Base, stored: Typed): Field[] {
  const [own, theirs] = [digestsOf(typed), digestsOf(stored)];
  return changedFields(typed, base).filter((field) => theirs[field] !== base.stored[field] && theirs[field] !== own[field]);
}

interface Versions {
  upstream: Upstream;
  folderId: string;
  newsletterId: string | undefined;
  mine: Change;
  stored: Draft;
  t: Translate;
}

/** Both versions of the fields, in words. */
export async function differencesOf(
  fields: readonly Field[],
  { upstream, folderId, newsletterId, mine, stored, t }: Versions,
): Promise<Difference[]> {
  const differences = fields.map(async (field): Promise<Difference> => {
    const [part = "subject"] = partsOf(field);
    const label = t(part === "groupByTags" ? "newsletters:group.label" : `newsletters:fields.${part}`);
    const [my, their] = await inWords(field);
    return { label, mine: my, stored: their };
  });
  return Promise.all(differences);

  async function inWords(field: Field): Promise<[string, string]> {
    const both = [{ ...stored, ...mine }, stored] as const;
    const each = (words: (draft: Draft) => string): [string, string] => [words(both[0]), words(both[1])];
    switch (field) {
      case "subject":
        return each(({ subject }) => subject || t("newsletters:missing"));
      case "introText":
      case "introHtml": {
        const [my, their] = await Promise.all(both.map(({ introText }) => htmlToLightweightMarkup(introText)));
        return [my || t("newsletters:missing"), their || t("newsletters:missing")];
      }
      case "groupByTags":
        return each(({ groupByTags }) => t(groupByTags ? "newsletters:conflict.yes" : "newsletters:conflict.no"));
      case "subscribers":
        return each(({ subscribers }) => t(subscribers ? "newsletters:conflict.yes" : "newsletters:conflict.no"));
      case "previewRecipients":
        return each(({ previewRecipients }) => previewRecipients.join(", ") || t("newsletters:missing"));
      case "recipients": {
        const names = new Map((await listRecipients(upstream, folderId)).map(({ id, name }) => [id, name.full]));
        return inLists(
          both,
          (draft) => selectedIds(draft.recipients),
          names,
          (count) => t("newsletters:summary.people", { count }),
        );
      }
      case "tags": {
        const names = new Map((await listFolderTags(upstream, folderId, newsletterId)).map(({ id, name }) => [id, name]));
        return inLists(
          both,
          (draft) => selectedIds(draft.tags),
          names,
          (count) => t("newsletters:conflict.tags", { count }),
        );
      }
      case "contents": {
        const tags = await listFolderTags(upstream, folderId, newsletterId);
        const names = new Map(tags.flatMap(({ contents }) => contents.map(({ id, title }) => [id, title] as const)));
        return inLists(
          both,
          (draft) => selectedIds(draft.contents),
          names,
          (count) => t("newsletters:articles", { count }),
        );
      }
    }
  }

  function inLists(
    [my, their]: readonly [Draft, Draft],
    idsIn: (draft: Draft) => string[],
    names: ReadonlyMap<string, string>,
    counted: (count: number) => string,
  ): [string, string] {
    const known = (draft: Draft) => idsIn(draft).filter((id) => names.has(id));
    const lists = [known(my), known(their)] as const;
    const describe = (own: string[], other: string[]) => {
      const others = new Set(other);
      const only = own.filter((id) => !others.has(id));
      const isSameSet = only.length === 0 && own.length === other.length;
      if (isSameSet) return `${counted(own.length)}: ${named(own)}`;
      return only.length === 0 ? counted(own.length) : t("newsletters:conflict.only", { total: counted(own.length), names: named(only) });
    };
    const named = (ids: string[]) =>
      [...ids.slice(0, mostNamed).map((id) => names.get(id)), ...(ids.length > mostNamed ? ["…"] : [])].join(", ");
    return [describe(lists[0], lists[1]), describe(lists[1], lists[0])];
  }
}

const mostNamed = 8;

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
