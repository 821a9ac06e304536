import type pg from "pg";

/** Adds active subscribers from outside to a folder. */
export async function addSubscribers(database: Pick<pg.Pool, "query">, folderId: string, count: number): Promise<void> {
  await database.query(
    `insert into subscribers (client_id, folder_id, email, locale, consent, confirmed_at)
     select client_id, id, 'abonnent-' || n || '@aussen.example', 'de', 'Ja', now() from folders, generate_series(1, $1::int) n where id = $2`,
    [count, folderId],
  );
}

/** Adds people who read a folder and get its newsletters. */
export async function addReaders(database: Pick<pg.Pool, "query">, folderId: string, count: number): Promise<void> {
  await database.query(
    `with people as (
       insert into users (client_id, email, password_hash, role)
       select c.id, 'leser-' || n || '@demo.example', 'none', 'reader' from clients c, generate_series(1, $1::int) n
       where c.workspace = 'demo' returning id, client_id)
     insert into memberships (client_id, team_id, user_id, role)
     select p.client_id, f.team_id, p.id, 'reader' from people p, folders f where f.id = $2`,
    [count, folderId],
  );
}
