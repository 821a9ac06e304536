import { z } from "zod";
import { config } from "~/config.server";
import type { FormState } from "~/forms/form-state";
import type { Translate } from "~/i18n/translate";
import type { Draft, ShownNewsletter } from "~/upstream/newsletter-drafts.server";
import * as limits from "../../../contract/limits";
import { fromZoned } from "./zoned-moment.server";

export type When = "now" | "later";

/** When to send; nothing else is ever taken for "now". */
const whenSchema = z.enum(["now", "later"]);

export interface Publication {
  when: When;
  /** As typed: a local date and time; empty for "now". */
  at: string;
  /** ISO 8601; `null` for "now". */
  scheduledFor: string | null;
}

/** Reads when to send, or returns the errors. */
export function readPublication(
  { when, at }: { when: unknown; at: unknown },
  t: Translate,
): { ok: true; publication: Publication } | { ok: false; errors: FormState<"when" | "scheduledFor">["errors"] } {
  const reading = whenSchema.safeParse(when);
  if (!reading.success) return { ok: false, errors: { when: [t("errors:required")] } };
  if (reading.data === "now") return { ok: true, publication: { when: "now", at: "", scheduledFor: null } };
  const typed = typeof at === "string" ? at : "";
  const wrong = (message: string) => ({ ok: false as const, errors: { scheduledFor: [message] } });
  const scheduledFor = fromZoned(typed, config.timeZone);
  if (scheduledFor === undefined) return wrong(t(typed === "" ? "errors:required" : "errors:notDate"));
  const wait = new Date(scheduledFor).getTime() - Date.now();
  if (wait <= 0) return wrong(t("errors:momentPassed"));
  if (wait > limits.scheduledAhead) return wrong(t("errors:momentTooFar"));
  return { ok: true, publication: { when: "later", at: typed, scheduledFor } };
}

type Checked = Pick<ShownNewsletter, "content" | "audience"> & { draft: Draft };

/** The errors that keep a draft from being published, to report before the user is asked to confirm. The API has the final say. */
export function findMissing({ draft, content, audience }: Checked, t: Translate): FormState["errors"] {
  const hasTags = draft.tags.some(({ selected }) => selected);
  return {
    ...(draft.subject === "" ? { subject: [t("errors:required")] } : {}),
    ...(hasTags ? {} : { tags: [t("errors:noTags")] }),
    ...(hasTags && content.sections.length === 0 ? { contents: [t("errors:noContents")] } : {}),
    ...(audience?.reached === 0 ? { recipients: [t("errors:noRecipients")] } : {}),
  };
}
