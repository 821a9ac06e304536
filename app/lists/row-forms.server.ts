import { z } from "zod";
import { type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { idSchema } from "../../contract/rest/shared";

interface RowChange<R> {
  id: string;
  role?: R;
  active?: boolean;
  admin?: boolean;
  /** Sent by a fetcher, so that the action returns data instead of redirecting. */
  inPlace: boolean;
}

/** The last value wins: "off" is always sent, followed by "on" if checked. */
const switchSchema = z
  .array(z.enum(["on", "off"]))
  .default([])
  .transform((sent) => (sent.length === 0 ? undefined : sent.at(-1) === "on"));

/** Parses the forms `RoleForm`, `ActiveForm` and `AdminForm`. */
export function readRowForm<R extends z.ZodType<string>>(body: FormData, roleSchema: R, t: Translate): Reading<RowChange<z.output<R>>> {
  const schema = z.object({
    id: idSchema,
    role: roleSchema.optional(),
    active: switchSchema,
    admin: switchSchema,
    inPlace: z.string().optional(),
  });
  const reading = readForm(body, schema, t);
  if (!reading.ok) return reading;
  const { inPlace, ...change } = reading.value;
  return { ...reading, value: { ...change, inPlace: inPlace !== undefined } };
}
