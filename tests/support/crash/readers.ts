import type pg from "pg";

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
