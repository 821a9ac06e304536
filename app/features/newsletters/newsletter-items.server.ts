import type { FormState } from "~/forms/form-state";
import { formAnswer } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { type Draft, updateNewsletter } from "~/upstream/newsletter-drafts.server";
import { digest } from "./newsletter-versions.server";
import { requireNewsletter, type Upstream } from "./require-newsletter.server";
import { mostMerges } from "./save-step.server";

export type Adaptation = Draft["adaptations"][number];
export type TextBlock = Draft["textBlocks"][number];

/** The hidden field `base` of a form that changes one item of a draft. */
export const itemBase = (item: Adaptation | TextBlock | undefined) => digest(item ?? null);

interface ItemChange {
  upstream: Upstream;
  params: Parameters<typeof requireNewsletter>[1];
  /** The item as the form was opened with it; undefined to overwrite whatever is stored. */
  base: string | undefined;
  find: (draft: Draft) => Adaptation | TextBlock | undefined;
  change: (draft: Draft) => Partial<Draft>;
  /** The stored item in words. */
  inWords: (draft: Draft) => Promise<string>;
  values: FormState["values"];
  t: Translate;
}

/**
 * Changes one item of a draft. Other changes of the draft at the same time are kept; if somebody else changed the same item, the form is
 * returned with what is stored, and overwrites it when it is submitted again.
 */
export async function saveItem({ upstream, params, base, find, change, inWords, values, t }: ItemChange) {
  for (let merges = 0; ; merges += 1) {
    const { id, status, draft, lockVersion, updatedBy } = await requireNewsletter(upstream, params);
    if (status !== "draft")
      return { refused: formAnswer({ values, errors: {}, message: t("newsletters:conflict.gone") }, {}, { status: 409 }) };
    const stored = itemBase(find(draft));
    if (base !== undefined && base !== stored) {
      const name = updatedBy?.name.full ?? t("newsletters:conflict.somebody");
      const message = `${t("newsletters:item.changed", { name, stored: await inWords(draft) })} ${t("errors:saveAgain")}`;
      return { refused: formAnswer({ values: { ...values, base: stored }, errors: {}, message }, {}, { status: 409 }) };
    }
    const result = await updateNewsletter(upstream, id, { draft: change(draft), lockVersion });
    if (result.ok || result.status !== 409 || merges === mostMerges) return { result };
  }
}
