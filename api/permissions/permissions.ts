import type { Role } from "../../contract/rest/users";
import type { OwnershipRole, Viewer } from "./viewer";

interface Grant {
  client?: readonly Role[];
  team?: readonly Role[];
  ownership?: readonly OwnershipRole[];
  /** The author is allowed in any role. */
  author?: true;
  /** Workspace readers are allowed too, as far as their role in the team or folder permits. */
  clientReader?: true;
  /** Forbidden in the inbox. */
  exceptInbox?: true;
  /** Forbidden for personal teams. */
  exceptPersonal?: true;
}

const everyRole = ["owner", "admin", "editor", "reader"] as const;
const writers = ["owner", "admin", "editor"] as const;
const administrators = ["owner", "admin"] as const;
const anyOwnership = ["editor", "admin"] as const;

/** docs/product.md, "Roles and permissions", row by row. */
export const permissions = {
  "folder:read": { team: everyRole, ownership: anyOwnership, client: administrators, clientReader: true },
  "comment:create": { team: everyRole, ownership: anyOwnership, client: administrators, clientReader: true },
  "comment:update": { author: true },
  "comment:delete": { team: administrators, client: administrators, author: true },
  "feed:create": { team: everyRole, ownership: anyOwnership, client: administrators, clientReader: true },
  "article:create": { team: writers, ownership: anyOwnership, client: administrators },
  "article:update": { team: writers, ownership: anyOwnership, client: administrators },
  "article:delete": { team: writers, ownership: anyOwnership, client: administrators },
  "folder:create": { team: writers, client: administrators },
  "folder:update": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "folder:delete": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "ownership:manage": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "source:manage": { team: administrators, ownership: ["admin"], client: administrators },
  "newsletter:manage": { team: writers, ownership: anyOwnership, client: administrators, exceptInbox: true },
  "team:create": { client: writers },
  "team:read": { team: everyRole, client: administrators, clientReader: true },
  "team:update": { team: administrators, client: administrators },
  "membership:manage": { team: administrators, client: administrators, exceptPersonal: true },
  "team:delete": { team: ["owner"], client: ["owner"], exceptPersonal: true },
  "member:manage": { client: administrators },
  "invitation:manage": { client: administrators },
  "tag:manage": { client: administrators },
  "theme:update": { client: administrators },
  "log:read": { client: administrators },
  "trash:purge": { team: ["owner"], client: administrators },
  "workspace:update": { client: ["owner"] },
  "team:leave": { team: everyRole, exceptPersonal: true, clientReader: true },
} as const satisfies Record<string, Grant>;

export type Action = keyof typeof permissions;

/** Where the object of an action is, and who wrote it. */
export interface Scope {
  clientId: string;
  /** Missing for the workspace itself. */
  team?: { id: string; visibility: "is_personal" | "is_public" };
  folder?: { id: string; purpose: "inbox" | null };
  authorId?: string;
}

declare const permitted: unique symbol;
/** An object for which this action was permitted; only `requirePermission` creates one. */
export type Permitted<T, A extends Action> = T & { readonly [permitted]: A };

/** Whether the table allows the action. Inbox and personal teams are checked first, then the roles in workspace, team and folder. */
export function isPermitted(viewer: Viewer, action: Action, scope: Scope): boolean {
  const grant: Grant = permissions[action];
  if (scope.clientId !== viewer.clientId) return false;
  if (grant.exceptInbox && scope.folder?.purpose === "inbox") return false;
  if (grant.exceptPersonal && scope.team?.visibility === "is_personal") return false;
  if (grant.author && scope.authorId === viewer.userId) return true;
  if (viewer.role === "reader" && !grant.clientReader) return false;
  if (scope.team?.visibility !== "is_personal" && grant.client?.includes(viewer.role)) return true;
  const teamRole = scope.team && viewer.teams.get(scope.team.id);
  if (teamRole && grant.team?.includes(teamRole)) return true;
  const ownership = scope.folder && viewer.folders.get(scope.folder.id);
  return ownership !== undefined && (grant.ownership?.includes(ownership) ?? false);
}
