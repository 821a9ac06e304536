import { z } from "zod";
import { type teamFieldsSchema, teamRemovalSchema, teamSchema } from "../../contract/rest/teams";
import { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Team = Camel<z.output<typeof teamSchema>>;

const teamPath = (id: string) => `/teams/${encodeURIComponent(id)}`;

/** The teams whose folders the user may see; personal ones come last. */
export const listTeams = (upstream: Upstream) => upstream.get("/teams", z.array(teamSchema));

export const requireTeam = (upstream: Upstream, id: string) => upstream.get(teamPath(id), teamSchema);

type TeamFields = Camel<z.output<typeof teamFieldsSchema>>;

/** Creates a team, owned by the user. */
export const createTeam = (upstream: Upstream, team: TeamFields, idempotencyKey?: string) =>
  upstream.write("POST", "/teams", teamSchema, { team }, { idempotencyKey });

export const updateTeam = (upstream: Upstream, id: string, team: TeamFields) => upstream.write("PUT", teamPath(id), teamSchema, { team });

/** Deletion preview of a team. */
export const requireTeamRemoval = (upstream: Upstream, id: string) => upstream.get(`${teamPath(id)}/removal`, teamRemovalSchema);

export const deleteTeam = (upstream: Upstream, id: string) => upstream.write("DELETE", teamPath(id), z.undefined());

/** Ends the user's own membership; 409 for the last owner. */
export const leaveTeam = (upstream: Upstream, id: string) => upstream.write("DELETE", `${teamPath(id)}/membership`, z.undefined());

const peopleSchema = z.array(personSchema);

/** People of the workspace who can be added to the team, sorted by name, at most `limits.peopleFound`. */
export const listPeopleForTeam = (upstream: Upstream, id: string) => upstream.get(`${teamPath(id)}/people`, peopleSchema);

/** Like `listPeopleForTeam`, only those whose name or e-mail address contains the term. */
export const findPeopleForTeam = (upstream: Upstream, id: string, term: string) =>
  upstream.ask(`${teamPath(id)}/people`, peopleSchema, { term });
