import { z } from "zod";
import type { FormState } from "~/forms/form-state";
import { formKeySchema } from "~/forms/read-form.server";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { idSchema, requiredLine } from "../../../contract/rest/shared";

/** Fields have the names that the API knows them by, so that its errors find them. */
export const exportFormSchema = z.object({
  format: exportFormatSchema.catch("html"),
  title: requiredLine(),
  contentIds: z.array(idSchema).default([]),
  key: formKeySchema,
});

/** What the steps hand on to each other by post, so that nothing is stored: everything chosen, as it was typed. */
export function handedOn(body: FormData): FormState {
  const one = (name: string) => String(body.get(name) ?? "");
  const contents = body.getAll("contentIds").filter((value) => typeof value === "string");
  return { values: { format: one("format"), title: one("title"), key: one("key"), contentIds: contents }, errors: {} };
}
