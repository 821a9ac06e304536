import { describe, expect, test } from "vitest";
import { cast, demoFolders, demoTeams } from "../../api/demo/cast";
import { type Action, isPermitted, type Scope } from "../../api/permissions/permissions";
import type { OwnershipRole, Viewer } from "../../api/permissions/viewer";
import type { Role } from "../../contract/rest/users";
import type { Answer, Caller } from "./caller";
import type { World } from "./harness";

/** A call that a permission guards, and the place in the cast that it goes to. */
export interface GuardedCall {
  name: string;
  action: Action;
  place: CastPlace;
  /**
   * Sends the call as this person and answers what came back; makes first what the call uses up. `person` is undefined
   * when nobody is signed in.
   */
  send(caller: Caller, person: string | undefined): Promise<Answer>;
  /** Statuses that differ from 404 for what one cannot see, 403 for what others may do, 401 without a session, and any 2xx. */
  answers?: { hidden?: number; forbidden?: number; visitor?: number };
  /** It names no thing: Olga gets what is hers. */
  isOfOwnWorkspace?: true;
}

/** A folder or a team by its key in the cast, or the workspace itself; `author` is the person whose comment it is about. */
export type CastPlace = { folder: string; author?: string } | { team: string } | "workspace";

/** Writes one test for each person of the cast, for Olga from next door and for a visitor, as the table of permissions says. */
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

    test.each(cast.map(({ key }) => ({ key, expected: expectation(call, key) })))("$expected: $key", async ({ key, expected }) => {
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

/** The person as the cast describes them, keys in place of ids: what the database must make of it too. */
export function viewerOf(person: string): Viewer {
  const member = cast.find(({ key }) => key === person);
  if (!member) throw new Error(`the cast has no ${person}`);
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

/** The place as the cast describes it, keys in place of ids. */
export function placeOf(place: CastPlace): Scope {
  if (place === "workspace") return { clientId: "demo" };
  if ("team" in place) return { clientId: "demo", team: { id: place.team, visibility: "is_public" } };
  const folder = demoFolders.find(({ key }) => key === place.folder);
  if (!folder) throw new Error(`the cast has no folder ${place.folder}`);
  return {
    clientId: "demo",
    team: { id: folder.team, visibility: "is_public" },
    folder: { id: folder.key, purpose: null },
    ...(place.author ? { authorId: place.author } : {}),
  };
}
