import { parse, serialize } from "cookie";
import { z } from "zod";
import type { FormState } from "~/forms/form-state";
import { formKeySchema } from "~/forms/read-form.server";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../../contract/cookies";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { idSchema, requiredLine } from "../../../contract/rest/shared";

/** The field names match the API's, so that its errors can be assigned to fields. */
export const exportFormSchema = z.object({
  format: exportFormatSchema.catch("html"),
  title: requiredLine(),
  cover: z.boolean().default(false),
  contentIds: z.array(idSchema).default([]),
  key: formKeySchema,
});

/** The format in the URL, or else the one of this browser's last export. */
export const formatOf = (request: Request) =>
  exportFormatSchema
    .catch("html")
    .parse(new URL(request.url).searchParams.get("format") ?? parse(request.headers.get("Cookie") ?? "")[cookieNames.exportFormat]);

/** The `Set-Cookie` value. */
export const rememberFormat = (format: z.infer<typeof exportFormatSchema>): string =>
  serialize(cookieNames.exportFormat, format, { ...cookieOptions, maxAge: oneYear });

/** The wizard's state, which the steps pass to each other by POST so that nothing has to be stored. Returned as typed. */
export function handedOn(body: FormData): FormState {
  const texts = ["format", "title", "key"].filter((name) => body.has(name)).map((name) => [name, String(body.get(name))]);
  const contents = body.getAll("contentIds").filter((value) => typeof value === "string");
  return { values: { ...Object.fromEntries(texts), cover: body.has("cover") ? "on" : undefined, contentIds: contents }, errors: {} };
}
