import { z } from "zod";

/** ISO 3166-1 alpha-2, in upper case. */
export const countryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/** A country with its name in the language of the request. */
export const countrySchema = z.object({ code: countryCodeSchema, name: z.string() }).meta({ id: "Country" });
