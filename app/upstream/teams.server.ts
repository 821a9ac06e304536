import { z } from "zod";
import { teamRemovalSchema, teamSchema } from "../../contract/rest/teams";
import { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Team = Camel<z.output<typeof teamSchema>>;

const teamPath = (id: string) => `/teams/${encodeURIComponent(id)}`;

/** The teams whose folders this person may see, personal ones last. */
export const listTeams = (upstream: Upstream) => upstream.get("/teams", z.array(teamSchema));

export const requireTeam = (upstream: Upstream, id: string) => upstream.get(teamPath(id), teamSchema);

interface TeamFields {
  name: string;
  /** Refused where another team has this name. */
  distinct?: boolean;
}

/** Makes a team, which this person owns. */
export const createTeam = (upstream: Upstream, team: TeamFields, idempotencyKey?: string) =>
  upstream.write("POST", "/teams", teamSchema, { team }, { idempotencyKey });

export const updateTeam = (upstream: Upstream, id: string, team: TeamFields) => upstream.write("PUT", teamPath(id), teamSchema, { team });

/** How much is deleted with a team. */
export const requireTeamRemoval = (upstream: Upstream, id: string) => upstream.get(`${teamPath(id)}/removal`, teamRemovalSchema);

export const deleteTeam = (upstream: Upstream, id: string) => upstream.write("DELETE", teamPath(id), z.undefined());

/** Ends one's own membership; 409 for the last owner. */
export const leaveTeam = (upstream: Upstream, id: string) => upstream.write("DELETE", `${teamPath(id)}/membership`, z.undefined());

const peopleSchema = z.array(personSchema);

/** People of the workspace by name, for who adds one of them to the team. */
export const listPeopleForTeam = (upstream: Upstream, id: string) => upstream.get(`${teamPath(id)}/people`, peopleSchema);

/** The same whose name or address holds the term, for the form that asks. */
export const findPeopleForTeam = (upstream: Upstream, id: string, term: string) =>
  upstream.ask(`${teamPath(id)}/people`, peopleSchema, { term });
