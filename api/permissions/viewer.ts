import type { Role } from "../../contract/rest/users";

export type OwnershipRole = "editor" | "admin";

/** The signed-in person with the facts that determine their permissions. Read from the database on every request. */
export interface Viewer {
  userId: string;
  clientId: string;
  sessionId: string;
  role: Role;
  /** Active memberships: team id → role. */
  teams: ReadonlyMap<string, Role>;
  /** Active ownerships: folder id → role. */
  folders: ReadonlyMap<string, OwnershipRole>;
}

/** A viewer with a session. */
export interface SignedIn extends Viewer {
  /** Somebody else set the password; until it is changed, the session allows little else (docs/product.md, "Session guard"). */
  passwordExpired: boolean;
}
