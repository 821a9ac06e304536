import { describe, expect, test } from "vitest";
import type { Role } from "../../contract/rest/users";
import { NotAllowed, NotFound } from "../domain/errors";
import { requirePermission } from "../domain/require-permission";
import { type Action, isPermitted, permissions, type Scope } from "./permissions";
import type { OwnershipRole, Viewer } from "./viewer";

const scope = { clientId: "demo", team: { id: "netz", visibility: "is_public" }, folder: { id: "brücken", purpose: null } } satisfies Scope;
const personal = { ...scope, team: { id: "netz", visibility: "is_personal" } } satisfies Scope;
const inbox = { ...scope, folder: { id: "brücken", purpose: "inbox" } } satisfies Scope;

function viewer({ client = "editor", team, folder }: { client?: Role; team?: Role; folder?: OwnershipRole }): Viewer {
  return {
    userId: "self",
    clientId: "demo",
    sessionId: "",
    role: client,
    teams: new Map(team ? [["netz", team]] : []),
    folders: new Map(folder ? [["brücken", folder]] : []),
  };
}

/** The table of docs/product.md, written out a second time: o owner, a admin, e editor, r reader. */
const table: Record<Action, { client: string; team: string; folder: string }> = {
  "folder:read": { client: "oa", team: "oaer", folder: "ae" },
  "comment:create": { client: "oa", team: "oaer", folder: "ae" },
  "comment:update": { client: "", team: "", folder: "" },
  "comment:delete": { client: "oa", team: "oa", folder: "" },
  "feed:create": { client: "oa", team: "oaer", folder: "ae" },
  "article:create": { client: "oa", team: "oae", folder: "ae" },
  "article:update": { client: "oa", team: "oae", folder: "ae" },
  "article:delete": { client: "oa", team: "oae", folder: "ae" },
  "folder:create": { client: "oa", team: "oae", folder: "" },
  "folder:update": { client: "oa", team: "oa", folder: "a" },
  "folder:delete": { client: "oa", team: "oa", folder: "a" },
  "ownership:manage": { client: "oa", team: "oa", folder: "a" },
  "source:manage": { client: "oa", team: "oa", folder: "a" },
  "newsletter:manage": { client: "oa", team: "oae", folder: "ae" },
  // People with the roles of the last two columns are editors of the workspace.
  "team:create": { client: "oae", team: "oaer", folder: "ae" },
  "team:read": { client: "oa", team: "oaer", folder: "" },
  "team:update": { client: "oa", team: "oa", folder: "" },
  "membership:manage": { client: "oa", team: "oa", folder: "" },
  "team:delete": { client: "o", team: "o", folder: "" },
  "member:manage": { client: "oa", team: "", folder: "" },
  "invitation:manage": { client: "oa", team: "", folder: "" },
  "tag:manage": { client: "oa", team: "", folder: "" },
  "theme:update": { client: "oa", team: "", folder: "" },
  "log:read": { client: "oa", team: "", folder: "" },
  "trash:purge": { client: "oa", team: "o", folder: "" },
  "workspace:update": { client: "o", team: "", folder: "" },
  "team:leave": { client: "", team: "oaer", folder: "" },
};

const clientRoles: Role[] = ["owner", "admin", "editor", "reader"];
const actions = Object.keys(permissions) as Action[];

describe("permissions", () => {
  test.each(actions)("%s is permitted as in the table", (action) => {
    const letters = (roles: readonly string[], has: (role: string) => boolean) =>
      roles
        .filter(has)
        .map((role) => role[0])
        .join("");
    const client = letters(clientRoles, (role) => isPermitted(viewer({ client: role as Role }), action, scope));
    const team = letters(clientRoles, (role) => isPermitted(viewer({ team: role as Role }), action, scope));
    const folder = letters(["admin", "editor"], (role) => isPermitted(viewer({ folder: role as OwnershipRole }), action, scope));
    expect({ client, team, folder }).toEqual(table[action]);
  });

  test("a workspace reader cannot change anything, whatever their role in a team or folder", () => {
    const allowed = actions.filter((action) => isPermitted(viewer({ client: "reader", team: "owner", folder: "admin" }), action, scope));
    expect(allowed).toEqual(["folder:read", "comment:create", "feed:create", "team:read", "team:leave"]);
  });

  test("authors may delete their own comments, even as workspace readers", () => {
    expect(isPermitted(viewer({ client: "reader", team: "reader" }), "comment:delete", { ...scope, authorId: "self" })).toBe(true);
    expect(isPermitted(viewer({ team: "reader" }), "comment:delete", { ...scope, authorId: "other" })).toBe(false);
  });

  test("an inbox cannot be changed; personal teams cannot be left, deleted or joined, and the workspace owner does not see them", () => {
    for (const action of ["folder:update", "folder:delete", "ownership:manage"] as const)
      expect(isPermitted(viewer({ client: "owner", team: "owner" }), action, inbox)).toBe(false);
    for (const action of ["team:leave", "team:delete", "membership:manage"] as const)
      expect(isPermitted(viewer({ team: "owner" }), action, personal)).toBe(false);
    expect(isPermitted(viewer({ client: "owner" }), "folder:read", personal)).toBe(false);
  });

  test("nobody may do anything in another workspace", () => {
    const everything = viewer({ client: "owner", team: "owner", folder: "admin" });
    for (const action of actions) expect(isPermitted(everything, action, { ...scope, clientId: "nachbar" })).toBe(false);
  });

  test("an action on a hidden object throws NotFound, on a visible one NotAllowed", () => {
    expect(() => requirePermission(viewer({}), "article:create", scope)).toThrow(NotFound);
    expect(() => requirePermission(viewer({ team: "reader" }), "article:create", scope)).toThrow(NotAllowed);
    expect(requirePermission(viewer({ team: "editor" }), "article:create", scope)).toBe(scope);
  });

  test("the workspace itself is visible to its members, whose role in it decides what they may do", () => {
    const workspace = { clientId: "demo" };
    expect(requirePermission(viewer({ client: "admin" }), "invitation:manage", workspace)).toBe(workspace);
    for (const client of ["editor", "reader"] as const)
      expect(() => requirePermission(viewer({ client, team: "owner" }), "invitation:manage", workspace)).toThrow(NotAllowed);
    expect(() => requirePermission(viewer({ client: "owner" }), "invitation:manage", { clientId: "nachbar" })).toThrow(NotFound);
  });
});
