import { readFileSync } from "node:fs";
import { z } from "zod";
import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { perProduct } from "~/product.server";
import { requiredLine } from "../../../contract/rest/shared";
import samples from "./testimonials.json";

const inBoth = z.object({ de: requiredLine(), en: requiredLine() });
const testimonialsSchema = z.array(z.object({ name: requiredLine(), position: inBoth, quote: inBoth }));

/** Read at startup, which fails if the file is invalid. */
const testimonials = perProduct("testimonials", () => readTestimonials(config.testimonialsFile));

/** The operator's testimonials, or samples without a file. Throws a one-line message for the operator. */
export function readTestimonials(file: string | undefined) {
  if (file === undefined) return testimonialsSchema.parse(samples);
  try {
    return testimonialsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const why = issue ? `${issue.path.join(".")} is missing or wrong` : (error as Error).message;
    throw new Error(`TESTIMONIALS_FILE: ${file} is not a list of testimonials: ${why}`);
  }
}

/** A random testimonial; undefined if there are none. */
export function randomTestimonial(locale: Locale, random = Math.random()) {
  const known = testimonials();
  const chosen = known[Math.floor(random * known.length)];
  return chosen && { name: chosen.name, position: chosen.position[locale], quote: chosen.quote[locale] };
}
