import { z } from "zod";
import * as limits from "../../contract/limits";
import { cleanLine, optionalLine } from "../../contract/rest/shared";

/** The two fields of a tag picker: chosen names, and new ones separated by commas or semicolons. */
export const tagFields = {
  chosen: z.array(z.string().overwrite(cleanLine).max(limits.tag)).default([]),
  typed: optionalLine(limits.body),
};

/** All tags without repetitions, chosen ones first. Tolerates any input, because schemas call it before the types are checked. */
export function allTags(chosen: unknown, typed: unknown): string[] {
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  return [...new Set([...names, ...tagNames(typeof typed === "string" ? typed : "")])];
}

const tagNames = (text: string) => text.split(/[,;]/).map(cleanLine).filter(Boolean);

interface TagRules {
  chosen: string;
  typed: string;
  max: number;
  required?: boolean;
}

/** Adds the rules of a tag picker to a form's schema. Errors are reported at the field of the chosen tags. */
export function withTagRules<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, { chosen, typed, max, required = false }: TagRules) {
  // `when`: by default, zod checks this only if all other fields are valid, and users would get their errors in two rounds.
  const at = { path: [chosen], when: () => true };
  const namesIn = (form: Record<string, unknown>) => allTags(form[chosen], form[typed]);
  return schema
    .refine((form) => !required || namesIn(form).length > 0, { ...at, params: { key: "required" } })
    .refine((form) => namesIn(form).length <= max, { ...at, params: { key: "tooMany", values: { max } } })
    .refine((form) => namesIn(form).every((name) => name.length <= limits.tag), {
      ...at,
      params: { key: "tooLong", values: { max: limits.tag } },
    });
}
