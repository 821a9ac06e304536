import type { Role } from "../../contract/rest/users";
import type { OwnershipRole, Viewer } from "./viewer";

interface Grant {
  client?: readonly Role[];
  team?: readonly Role[];
  ownership?: readonly OwnershipRole[];
  /** Who made it may, whatever their role. */
  author?: true;
  /** A reader of the client may, as far as the team's or folder's role goes. */
  clientReader?: true;
  /** Nobody may in the inbox. */
  exceptInbox?: true;
  /** Nobody may with a personal team. */
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
  "comment:delete": { team: administrators, client: administrators, author: true },
  "feed:create": { team: everyRole, ownership: anyOwnership, client: administrators, clientReader: true },
  "article:create": { team: writers, ownership: anyOwnership, client: administrators },
  "article:update": { team: writers, ownership: anyOwnership, client: administrators },
  "article:delete": { team: writers, ownership: anyOwnership, client: administrators },
  "folder:create": { team: writers, client: administrators },
  "folder:update": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "folder:delete": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "ownership:manage": { team: administrators, ownership: ["admin"], client: administrators, exceptInbox: true },
  "mailing:manage": { team: writers, ownership: anyOwnership, client: administrators },
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
  "workspace:update": { client: ["owner"] },
  "team:leave": { team: everyRole, exceptPersonal: true, clientReader: true },
} as const satisfies Record<string, Grant>;

export type Action = keyof typeof permissions;

/** Where a thing stands: what a permission needs to know of it. */
export interface Scope {
  clientId: string;
  /** None where it is the workspace's itself. */
  team?: { id: string; visibility: "is_personal" | "is_public" };
  folder?: { id: string; purpose: "inbox" | null };
  authorId?: string;
}

declare const permitted: unique symbol;
/** A thing that this person was found to be allowed to do this with; only `requirePermission` makes one. */
export type Permitted<T, A extends Action> = T & { readonly [permitted]: A };

/** Whether the table allows it. The inbox and personal teams first, then the roles of client, team and folder. */
export function isPermitted(viewer: Viewer, action: Action, place: Scope): boolean {
  const grant: Grant = permissions[action];
  if (place.clientId !== viewer.clientId) return false;
  if (grant.exceptInbox && place.folder?.purpose === "inbox") return false;
  if (grant.exceptPersonal && place.team?.visibility === "is_personal") return false;
  if (grant.author && place.authorId === viewer.userId) return true;
  if (viewer.role === "reader" && !grant.clientReader) return false;
  if (place.team?.visibility !== "is_personal" && grant.client?.includes(viewer.role)) return true;
  const teamRole = place.team && viewer.teams.get(place.team.id);
  if (teamRole && grant.team?.includes(teamRole)) return true;
  const ownership = place.folder && viewer.folders.get(place.folder.id);
  return ownership !== undefined && (grant.ownership?.includes(ownership) ?? false);
}
