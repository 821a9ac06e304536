import { z } from "zod";
import { countrySchema } from "../../contract/rest/countries";
import type { Upstream } from "./client.server";

/** Every country, by its name in the language of the session. */
export const listCountries = (upstream: Upstream) => upstream.get("/countries", z.array(countrySchema));
