import type { Access, Role } from "../../contract/rest/users";
import { type Action, isPermitted, type Scope } from "./permissions";
import type { OwnershipRole } from "./viewer";

interface Roles {
  client: Role;
  /** `null` without an active membership. */
  team: Role | null;
  /** `null` without an active ownership of the folder. */
  ownership?: OwnershipRole | null;
}

/** What each level permits, from most to least. */
const levels = [
  ["manages", "folder:update"],
  ["writes", "article:create"],
  ["reads", "folder:read"],
] as const satisfies [Access["can"], Action][];

/**
 * What a person with these roles can do in a team or folder, and which role decides it: that of a workspace reader, which other roles cannot
 * raise, or else the widest one that suffices alone: to change a narrower one has no effect.
 */
export function explainAccess(roles: Roles, scope: Scope): Access {
  const can = levelOf(roles, scope);
  if (can === "nothing") return { can, because: null };
  if (roles.client === "reader") return { can, because: "client" };
  const alone: [Access["because"], Roles][] = [
    ["client", { client: roles.client, team: null }],
    ["team", { client: "editor", team: roles.team }],
    ["ownership", { client: "editor", team: null, ownership: roles.ownership }],
  ];
  return { can, because: alone.find(([, only]) => levelOf(only, scope) === can)?.[0] ?? null };
}

function levelOf({ client, team, ownership }: Roles, scope: Scope): Access["can"] {
  const viewer = {
    userId: "",
    sessionId: "",
    clientId: scope.clientId,
    role: client,
    teams: new Map(scope.team && team ? [[scope.team.id, team]] : []),
    folders: new Map(scope.folder && ownership ? [[scope.folder.id, ownership]] : []),
  };
  return levels.find(([, action]) => isPermitted(viewer, action, scope))?.[0] ?? "nothing";
}
