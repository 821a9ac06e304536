import { z } from "zod";
import { limits } from "../../../contract/limits";

const pictureSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).max(limits.url),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.string().max(limits.text).nullable(),
});
const foundSchema = z.object({ host: z.string().max(253), pictures: z.array(pictureSchema).max(limits.importedPictures) });

export type FoundPage = z.output<typeof foundSchema>;

/** The imported page, as carried along by the form; `undefined` for a form that was not filled by an import. */
export function readFound(body: FormData): FoundPage | undefined {
  const pictures = body.get("foundPictures");
  if (typeof pictures !== "string") return undefined;
  try {
    return foundSchema.parse({ host: body.get("foundHost"), pictures: JSON.parse(pictures) });
  } catch {
    return { host: "", pictures: [] };
  }
}
