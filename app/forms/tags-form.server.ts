import { z } from "zod";
import { limits } from "../../contract/limits";
import { cleanLine, optionalLine } from "../../contract/rest/shared";

/** The two fields of a tag picker: names that were chosen, and new ones typed with commas between them. */
export const tagFields = {
  chosen: z.array(z.string().overwrite(cleanLine).max(limits.tag)).default([]),
  typed: optionalLine(limits.body),
};

/** Every tag once, the chosen ones first. Whatever was posted: schemas ask before the two are known to be texts. */
export function allTags(chosen: unknown, typed: unknown): string[] {
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  return [...new Set([...names, ...tagNames(typeof typed === "string" ? typed : "")])];
}

const tagNames = (text: string) => text.split(",").map(cleanLine).filter(Boolean);

interface TagRules {
  chosen: string;
  typed: string;
  max: number;
  required?: boolean;
}

/** The form's schema with the rules of its tag picker, whose errors stand at the field of the chosen ones. */
export function withTagRules<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, { chosen, typed, max, required = false }: TagRules) {
  // `when`: zod would check the tags only after every other field is right, and people would be told in two rounds.
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
