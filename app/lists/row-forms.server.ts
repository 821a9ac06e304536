import { z } from "zod";
import { type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { idSchema } from "../../contract/rest/shared";

interface RowChange<R> {
  id: string;
  role?: R;
  active?: boolean;
  /** Script has sent it, and stays where it is. */
  inPlace: boolean;
}

/** What `RoleForm` or `ActiveForm` of a row has posted. */
export function readRowForm<R extends z.ZodType<string>>(body: FormData, roleSchema: R, t: Translate): Reading<RowChange<z.output<R>>> {
  const schema = z.object({
    id: idSchema,
    role: roleSchema.optional(),
    /** The last one counts: "off" is always sent, "on" after it. */
    active: z.array(z.enum(["on", "off"])).default([]),
    inPlace: z.string().optional(),
  });
  const reading = readForm(body, schema, t);
  if (!reading.ok) return reading;
  const { id, role, active, inPlace } = reading.value;
  const last = active.at(-1);
  const value = { id, role, active: last === undefined ? undefined : last === "on", inPlace: inPlace !== undefined };
  return { ...reading, value };
}
