import { z } from "zod";
import { countrySchema } from "../../contract/rest/countries";
import type { Upstream } from "./client.server";

/** All countries, sorted by name in the user's language. */
export const listCountries = (upstream: Upstream) => upstream.get("/countries", z.array(countrySchema));
