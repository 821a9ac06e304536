import { z } from "zod";
import { teamSchema } from "../../contract/rest/teams";
import type { Upstream } from "./client.server";

/** The teams whose folders this person may see, personal ones last. */
export const listTeams = (upstream: Upstream) => upstream.get("/teams", z.array(teamSchema));
