import { z } from "zod";
import type { FormState } from "~/forms/form-state";
import { formKeySchema } from "~/forms/read-form.server";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { idSchema, requiredLine } from "../../../contract/rest/shared";

/** The field names match the API's, so that its errors can be assigned to fields. */
export const exportFormSchema = z.object({
  format: exportFormatSchema.catch("html"),
  title: requiredLine(),
  contentIds: z.array(idSchema).default([]),
  key: formKeySchema,
});

/** The wizard's state, which the steps pass to each other by POST so that nothing has to be stored. Returned as typed. */
export function handedOn(body: FormData): FormState {
  const one = (name: string) => String(body.get(name) ?? "");
  const contents = body.getAll("contentIds").filter((value) => typeof value === "string");
  return { values: { format: one("format"), title: one("title"), key: one("key"), contentIds: contents }, errors: {} };
}
