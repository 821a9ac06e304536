import { sql } from "drizzle-orm";
import { articlesFrom, isSameAddress } from "../articles/addresses";
import type { Queryable, Transaction } from "../pool";
import type { DueSource } from "./polling";

/** Identifies an entry. */
export interface EntryIdentity {
  /** Unique in the workspace. */
  id: string;
  url: string | null;
}

/**
 * The keys of entries, in their order, and whether they are filed already: by a source, also if the article was deleted since, or by a person.
 * Personal teams are separate from the workspace.
 */
export async function identifyEntries(db: Queryable, source: DueSource, entries: readonly EntryIdentity[]) {
  const ids = sql.param(entries.map(({ id }) => id));
  const urls = sql.param(entries.map(({ url }) => url));
  const isPersonal = source.team.visibility === "is_personal";
  const isInScope = isPersonal ? sql`t.id = ${source.team.id}` : sql`t.visibility <> 'is_personal'`;
  const { rows } = await db.execute<{ keys: string[]; isKnown: boolean }>(sql`
    select identity.keys, (
      exists (select 1 from source_entries s where s.scope_id = ${scopeOf(source)} and s.key = any (identity.keys))
      or exists (
        select 1 from (${articlesFrom(source.clientId, sql`entry.url`)}) as found (id)
          join articles a using (id) join folders f on f.id = a.folder_id join teams t on t.id = f.team_id
        where ${isSameAddress(sql`a.source_url`, sql`entry.url`)} and ${isInScope})
      ) as "isKnown"
    from unnest(${ids}::text[], ${urls}::text[]) with ordinality as entry (id, url, place)
    cross join lateral (
      select array_remove(array['id ' || md5(entry.id), 'url ' || md5(address_form(entry.url))], null) as keys) as identity
    order by entry.place`);
  return rows;
}

/** Reserves keys until the transaction ends, and returns those that no other transaction has reserved or filed. */
export async function reserveKeys(tx: Transaction, source: DueSource, keys: readonly string[]): Promise<Set<string>> {
  // Sorted, to prevent deadlocks.
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into source_entries (client_id, scope_id, key, source_id)
    select ${source.clientId}, ${scopeOf(source)}, key, ${source.id} from unnest(${sql.param([...keys].sort())}::text[]) as key
    on conflict do nothing returning key`);
  return new Set(rows.map(({ key }) => key));
}

/** Records that the source still contains these entries. */
export async function noteSeen(db: Queryable, source: DueSource, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    update source_entries set seen_at = now(), source_id = ${source.id}
    where scope_id = ${scopeOf(source)} and key = any (${sql.param(keys)}::text[]) and seen_at < now() - interval '30 days'`);
}

/** Deletes keys that no feed has contained for this many days; those of feeds that have not been read since stay. */
export async function deleteOldEntries(db: Queryable, days: number): Promise<void> {
  const age = sql`make_interval(days => ${days})`;
  await db.execute(sql`
    delete from source_entries e where e.seen_at < now() - ${age}
      and not exists (select 1 from sources s where s.id = e.source_id and (s.read_at is null or s.read_at < e.seen_at + ${age}))`);
}

const scopeOf = ({ clientId, team }: DueSource): string => (team.visibility === "is_personal" ? team.id : clientId);
