import { createQuota } from "../db/attempts";
import type { Database } from "../db/pool";
import type { Viewer } from "../permissions/viewer";
import type { Services } from "../services";
import { TooManyAttempts } from "./errors";

const minute = 60;

/** How often one person may make this server fetch or take in something, in a minute. An import shows up to a dozen pictures; links are all those of a newsletter. */
const perMinute = { page: 30, file: 180, links: 10, export: 10, logo: 60 } as const;

type Kind = keyof typeof perMinute;
type Turns = Record<Kind, ReturnType<typeof createQuota>>;

const turnsOf = new WeakMap<Database, Turns>();

/** Counts that this person makes the server fetch or take in something; throws `TooManyAttempts`. */
export async function takeTurn({ database }: Pick<Services, "database">, viewer: Viewer, kind: Kind): Promise<void> {
  const wait = await requireTurns(database)[kind].begin(viewer.userId);
  if (wait !== undefined) throw new TooManyAttempts(wait);
}

function requireTurns(database: Database): Turns {
  const kept = turnsOf.get(database);
  if (kept) return kept;
  const turns = {
    page: createQuota(database, { name: "fetch-page", failures: perMinute.page, seconds: minute }),
    file: createQuota(database, { name: "fetch-file", failures: perMinute.file, seconds: minute }),
    export: createQuota(database, { name: "export", failures: perMinute.export, seconds: minute }),
    logo: createQuota(database, { name: "logo", failures: perMinute.logo, seconds: minute }),
    links: createQuota(database, { name: "fetch-links", failures: perMinute.links, seconds: minute }),
  };
  turnsOf.set(database, turns);
  return turns;
}
