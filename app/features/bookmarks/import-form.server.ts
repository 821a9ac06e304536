import { z } from "zod";
import type { FormState } from "~/forms/form-state";
import type { FormFile, FormWithFiles } from "~/forms/form-with-files.server";
import type { Translate } from "~/i18n/translate";
import type { BookmarkChoice } from "~/upstream/bookmarks.server";
import * as limits from "../../../contract/limits";
import { idSchema, requiredLine } from "../../../contract/rest/shared";

export const importFormSchema = z.object({
  folderId: idSchema,
  /** For each folder of the file: its number, and a folder, `default` for the one above, or `none`. */
  targets: z
    .array(z.string().regex(/^\d{1,5}:[\w-]{1,64}$/))
    .max(limits.bookmarkFolders)
    .default([]),
  foldersAsTags: z.boolean().default(false),
  fallbackTag: requiredLine(limits.tag),
});

export function toChoice({ targets, ...choice }: z.output<typeof importFormSchema>): BookmarkChoice {
  const assigned = targets.map((value) => value.split(":")).filter(([, target]) => target !== "default");
  return {
    ...choice,
    targets: assigned.map(([number, target = ""]) => ({ number: Number(number), folderId: target === "none" ? null : target })),
  };
}

export type UploadForm = FormState<"file">;

/** The uploaded file, or the form with the reason why it cannot be read. */
export function readUpload({ files, diskFull, tooManyFiles }: FormWithFiles, t: Translate): { file: FormFile } | { form: UploadForm } {
  const [file, another] = files;
  const refuse = (text: string) => ({ form: { values: {}, errors: { file: [text] } } });
  if (diskFull) return refuse(t("errors:noRoom"));
  if (tooManyFiles || another) return refuse(t("bookmarks:upload.onlyOne"));
  if (!file) return refuse(t("errors:required"));
  if (file.isCut || file.size > limits.bookmarkFile) return refuse(t("errors:fileTooLarge", { max: limits.bookmarkFile / 1024 / 1024 }));
  return { file };
}
