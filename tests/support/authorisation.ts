import { expect, test } from "vitest";
import { demoFolders, demoTeams, personas } from "../../api/demo/personas";
import { type Action, isPermitted, type Scope } from "../../api/permissions/permissions";
import type { OwnershipRole, Viewer } from "../../api/permissions/viewer";
import type { Role } from "../../contract/rest/users";
import type { Answer, Caller } from "./caller";
import type { World } from "./harness";

/** A folder or team of the demo workspace by key, or the workspace itself; `author` is the author of the comment. */
export type PersonaScope = { folder: string; author?: string } | { team: string } | "workspace";

interface Guarded<Subject> {
  place: PersonaScope;
  /** Creates what the calls are about. */
  make?: () => Promise<Subject>;
  /** Statuses other than 404 for hidden objects, 403 for forbidden calls and 401 without a session. */
  answers?: { hidden?: number; forbidden?: number; visitor?: number };
}

type SendAs<Subject> = (caller: Caller, subject: Subject, person: string | undefined) => Promise<Answer>;

interface Options {
  /** The call uses up its subject, so each permitted person needs a new one. */
  consumes?: true;
  /** The call names no object: Olga gets her own. */
  isOfOwnWorkspace?: true;
}

/** Returns a function that defines the test of one call: its statuses for all personas, Olga and a visitor, by the table of permissions. */
export function guarding<Subject = undefined>(world: () => World, { place, answers, make }: Guarded<Subject>) {
  const { hidden = 404, forbidden = 403, visitor = 401 } = answers ?? {};
  const statuses = { allowed: "allowed", forbidden, hidden } as const;
  const makeSubject = make ?? (async () => undefined as Subject);
  let made: Promise<Subject> | undefined;
  const shared = () => {
    made ??= makeSubject();
    return made;
  };

  return (name: string, action: Action, send: SendAs<Subject>, { consumes, isOfOwnWorkspace }: Options = {}): void => {
    test(`${name}, guarded by ${action}`, async () => {
      const expected: Record<string, number | "allowed"> = { visitor };
      if (!isOfOwnWorkspace) expected.olga = hidden;
      for (const { key } of personas) expected[key] = statuses[expectation(action, place, key)];

      const found: typeof expected = {};
      for (const [person, wanted] of Object.entries(expected)) {
        const subject = await (consumes && wanted === "allowed" ? makeSubject() : shared());
        const isVisitor = person === "visitor";
        const { status } = await send(isVisitor ? world().visitor : world().as(person), subject, isVisitor ? undefined : person);
        found[person] = status < 300 ? "allowed" : status;
      }
      expect(found).toEqual(expected);
    });
  };
}

function expectation(action: Action, scope: PersonaScope, person: string): "allowed" | "forbidden" | "hidden" {
  const viewer = viewerOf(person);
  const place = placeOf(scope);
  if (isPermitted(viewer, action, place)) return "allowed";
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
