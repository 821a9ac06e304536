import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { teamSchema } from "../../contract/rest/teams";
import { listTeams, requireTeam, type Team } from "../domain/teams";
import type { Services } from "../services";
import type { Api } from "./app";
import { idParams, json, refusals } from "./openapi";

export function registerTeams(api: Api, services: Services): void {
  const list = createRoute({
    method: "get",
    path: "/teams",
    summary: "The teams one may read, public ones by name, the personal one last",
    tags: ["teams"],
    responses: { 200: json(z.array(teamSchema), "The teams."), ...refusals(401) },
  });
  api.openapi(list, async (c) => c.json((await listTeams(services, c.get("viewer"))).map(toWire), 200));

  const show = createRoute({
    method: "get",
    path: "/teams/{id}",
    summary: "One team",
    tags: ["teams"],
    request: { params: idParams },
    responses: { 200: json(teamSchema, "The team."), ...refusals(401, 404) },
  });
  api.openapi(show, async (c) => c.json(toWire(await requireTeam(services, c.get("viewer"), c.req.valid("param").id)), 200));
}

const toWire = (team: Team): z.infer<typeof teamSchema> => ({
  id: team.id,
  name: team.name,
  slug: team.slug,
  visibility: team.visibility,
  folders_count: team.foldersCount,
  memberships_count: team.membershipsCount,
  role: team.role,
  permissions: {
    create_folder: team.permissions.createFolder,
    update: team.permissions.update,
    destroy: team.permissions.destroy,
    leave: team.permissions.leave,
  },
});
