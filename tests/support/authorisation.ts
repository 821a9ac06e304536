import { describe, expect, test } from "vitest";
import { demoFolders, demoTeams, personas } from "../../api/demo/personas";
import { type Action, isPermitted, type Scope } from "../../api/permissions/permissions";
import type { OwnershipRole, Viewer } from "../../api/permissions/viewer";
import type { Role } from "../../contract/rest/users";
import type { Answer, Caller } from "./caller";
import type { World } from "./harness";

/** A call that requires a permission, and the scope that it is about. */
export interface GuardedCall {
  name: string;
  action: Action;
  place: PersonaScope;
  /** Sends the call as this person (undefined: a visitor) and returns the response; first creates what the call consumes. */
  send(caller: Caller, person: string | undefined): Promise<Answer>;
  /** Statuses other than 404 for hidden objects, 403 for forbidden calls, 401 without a session, and any 2xx. */
  answers?: { hidden?: number; forbidden?: number; visitor?: number };
  /** The call names no object: Olga gets her own. */
  isOfOwnWorkspace?: true;
}

/** A folder or team of the demo workspace by key, or the workspace itself; `author` is the author of the comment. */
export type PersonaScope = { folder: string; author?: string } | { team: string } | "workspace";

/** Writes one test for each persona, for Olga of the other workspace and for a visitor, following the table of permissions. */
export function describeAuthorisation(world: () => World, call: GuardedCall): void {
  const hidden = call.answers?.hidden ?? 404;
  const forbidden = call.answers?.forbidden ?? 403;

  describe(`${call.name}, guarded by ${call.action}`, () => {
    test("asks a visitor to sign in", async () => {
      expect((await call.send(world().visitor, undefined)).status).toBe(call.answers?.visitor ?? 401);
    });

    if (!call.isOfOwnWorkspace) {
      test("does not exist for Olga, who owns another workspace", async () => {
        expect((await call.send(world().as("olga"), "olga")).status).toBe(hidden);
      });
    }

    test.each(personas.map(({ key }) => ({ key, expected: expectation(call, key) })))("$expected: $key", async ({ key, expected }) => {
      const { status } = await call.send(world().as(key), key);
      if (expected === "allowed") expect(status).toBeLessThan(300);
      else expect(status).toBe(expected === "hidden" ? hidden : forbidden);
    });
  });
}

function expectation(call: GuardedCall, person: string): "allowed" | "forbidden" | "hidden" {
  const viewer = viewerOf(person);
  const place = placeOf(call.place);
  if (isPermitted(viewer, call.action, place)) return "allowed";
  if (!place.team) return "forbidden";
  return isPermitted(viewer, place.folder ? "folder:read" : "team:read", place) ? "forbidden" : "hidden";
}

/** The viewer for a persona, with keys instead of ids. The database must return the same. */
export function viewerOf(person: string): Viewer {
  const member = personas.find(({ key }) => key === person);
  if (!member) throw new Error(`no persona ${person}`);
  const teams = new Map<string, Role>();
  for (const { key, members } of demoTeams) {
    const role = members[person];
    if (role && !role.endsWith("!")) teams.set(key, role as Role);
  }
  const folders = new Map<string, OwnershipRole>();
  for (const { key, ownerships } of demoFolders) {
    const role = ownerships?.[person];
    if (role) folders.set(key, role);
  }
  return { userId: person, clientId: "demo", sessionId: "", role: member.role, teams, folders };
}

/** The scope with keys instead of ids. */
export function placeOf(place: PersonaScope): Scope {
  if (place === "workspace") return { clientId: "demo" };
  if ("team" in place) return { clientId: "demo", team: { id: place.team, visibility: "is_public" } };
  const folder = demoFolders.find(({ key }) => key === place.folder);
  if (!folder) throw new Error(`no demo folder ${place.folder}`);
  return {
    clientId: "demo",
    team: { id: folder.team, visibility: "is_public" },
    folder: { id: folder.key, purpose: null },
    ...(place.author ? { authorId: place.author } : {}),
  };
}
