import { z } from "zod";
import * as limits from "../../../contract/limits";
import { subscriberImportFieldsSchema } from "../../../contract/rest/subscribers";

/** `Ole Jansen <ole@partner.example>`, as copied from mail programs. */
const named = /<([^<>]*)>$/;

/**
 * The addresses of a list or a CSV file: the cells with an @. Lines without one are returned whole, to be reported, except a first one, which
 * has the names of the columns.
 */
export function readAddresses(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(/[,;\t]/)
        .map(toCell)
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0);
  return lines.flatMap((cells, index) => {
    const addresses = cells.filter((cell) => cell.includes("@"));
    if (addresses.length > 0) return addresses;
    return index === 0 && lines.length > 1 ? [] : [cells.join(", ").slice(0, limits.text)];
  });
}

function toCell(text: string): string {
  const cell = text.replaceAll('"', "").trim();
  return (named.exec(cell)?.[1] ?? cell).trim().slice(0, limits.text);
}

export const importFormSchema = z.object({
  addresses: z
    .string()
    .max(limits.subscriberText)
    .transform(readAddresses)
    .refine((addresses) => addresses.length > 0, { params: { key: "required" } })
    .refine((addresses) => addresses.length <= limits.subscribersPerImport, {
      params: { key: "tooMany", values: { max: limits.subscribersPerImport } },
    }),
  consent: subscriberImportFieldsSchema.shape.consent,
});
