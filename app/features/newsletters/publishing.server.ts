import { z } from "zod";
import { config } from "~/config.server";
import type { FormState } from "~/forms/form-state";
import { readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { publishingProblems } from "../../../contract/publishing";
import { fromZoned } from "./zoned-moment.server";

const momentSchema = z
  .object({
    /** Nothing else is ever taken for "now". */
    when: z.enum(["now", "later"]),
    /** A local date and time; ignored for "now". */
    at: z.string().default(""),
    lockVersion: z.number().int().min(0).optional().catch(undefined),
  })
  .superRefine((moment, { addIssue }) => {
    const scheduledFor = toScheduledFor(moment);
    const problems = scheduledFor
      ? publishingProblems({ scheduledFor: new Date(scheduledFor) }).scheduledFor
      : moment.when === "later" && [{ key: moment.at === "" ? "required" : "notDate" }];
    for (const params of problems || []) addIssue({ code: "custom", path: ["at"], params });
  });

/** ISO 8601; `null` for "now" and invalid times. */
const toScheduledFor = ({ when, at }: { when: "now" | "later"; at: string }) =>
  when === "later" ? (fromZoned(at, config.timeZone) ?? null) : null;

/** Reads when to send, from a form or from the URL. */
export function readMoment(body: FormData | URLSearchParams, t: Translate) {
  const reading = readForm(body, momentSchema, t);
  return reading.ok ? { ...reading, value: { ...reading.value, scheduledFor: toScheduledFor(reading.value) } } : reading;
}

/** What keeps a newsletter from being published, as the errors of a form. Facts that are not given are not checked. */
export const publishingErrors = (facts: Parameters<typeof publishingProblems>[0], t: Translate): FormState["errors"] =>
  Object.fromEntries(
    Object.entries(publishingProblems(facts)).map(([field, problems]) => [
      field,
      problems.map(({ key, values }) => t(`errors:${key}`, values)),
    ]),
  );
