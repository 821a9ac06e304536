import { z } from "zod";
import * as limits from "../../../contract/limits";

const pictureSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).max(limits.url),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.string().max(limits.text).nullable(),
});
const foundSchema = z.object({
  host: z.string().max(253).catch(""),
  pictures: z.array(pictureSchema).max(limits.importedPictures).catch([]),
  /** Those of the workspace that the page mentions. */
  tags: z.array(z.string().max(limits.tag)).max(limits.tagsOffered).catch([]),
});

/** Of a page that could not be read. */
export const noPage: FoundPage = { host: "", pictures: [], tags: [] };

export type FoundPicture = z.output<typeof pictureSchema>;
/** The result of an import, apart from the values of fields. `problem` is the reason for a failure. */
export type FoundPage = z.output<typeof foundSchema> & { problem?: string };

/** The imported page, as carried along by the form; `undefined` for a form that was not filled by an import. */
export function readFound(body: FormData): FoundPage | undefined {
  const found = body.get("found");
  if (typeof found !== "string") return undefined;
  try {
    return foundSchema.parse(JSON.parse(found));
  } catch {
    return noPage;
  }
}
