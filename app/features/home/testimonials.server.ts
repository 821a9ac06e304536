import { readFileSync } from "node:fs";
import { z } from "zod";
import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { requiredLine } from "../../../contract/rest/shared";
import samples from "./testimonials.json";

const inBoth = z.object({ de: requiredLine(), en: requiredLine() });
const testimonialsSchema = z.array(z.object({ name: requiredLine(), position: inBoth, quote: inBoth }));

/** Read once, at the start: a wrong file ends it with a line. */
const testimonials = readTestimonials(config.testimonialsFile);

/** What customers say: the operator's, or samples without any. Throws what the start says as a line. */
export function readTestimonials(file: string | undefined) {
  if (file === undefined) return testimonialsSchema.parse(samples);
  try {
    return testimonialsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const why = issue ? `${issue.path.join(".")} is missing or wrong` : (error as Error).message;
    throw new Error(`TESTIMONIALS_FILE: ${file} holds no testimonials: ${why}`);
  }
}

/** One of them by chance; none where there are none. */
export function randomTestimonial(locale: Locale, random = Math.random()) {
  const chosen = testimonials[Math.floor(random * testimonials.length)];
  return chosen && { name: chosen.name, position: chosen.position[locale], quote: chosen.quote[locale] };
}
