import type pg from "pg";
import { onExclusiveConnection } from "../exclusive";
import { type Database, sqlStateOf } from "../pool";

interface ClientTable {
  table: string;
  /** Condition on the workspace's rows; `$1` is its id. */
  where: string;
  /** Columns that an export leaves out: secrets and internal data. `"all"` leaves out the table. */
  withheld: readonly string[] | "all";
}

const own = "client_id = $1";
const ofUsers = "user_id in (select id from users where client_id = $1)";
const ofArticles = "article_id in (select id from articles where client_id = $1)";

/** Payloads refer to rows of other tables, and contain addresses. A running job of a deleted row ends. */
const ofJobs = Object.entries({
  userId: "users",
  mailingId: "mailings",
  invitationId: "invitations",
  subscriberId: "subscribers",
  exportId: "exports",
  batchId: "batches",
  importId: "bookmark_imports",
  sourceId: "sources",
}).map(([key, table]) => `payload->>'${key}' in (select id::text from ${table} where client_id = $1)`);

/**
 * All data of a workspace, in an order in which it can be deleted. Every new table has to be added here or to `tablesWithoutWorkspace`; a test
 * compares both with the schema.
 */
export const clientTables: readonly ClientTable[] = [
  {
    table: "jobs",
    where: [
      ...ofJobs,
      "payload->>'workspace' = (select workspace from clients where id = $1)",
      "payload->'articleIds'->>0 in (select id::text from articles where client_id = $1)",
    ].join(" or "),
    withheld: "all",
  },
  { table: "trash_rows", where: own, withheld: "all" },
  { table: "trash", where: own, withheld: "all" },
  { table: "notifications", where: own, withheld: ["mail_id"] },
  { table: "article_views", where: ofArticles, withheld: "all" },
  { table: "unsubscriptions", where: own, withheld: [] },
  { table: "subscribers", where: own, withheld: [] },
  { table: "suppressions", where: own, withheld: [] },
  { table: "mailing_deliveries", where: own, withheld: ["claimed_by", "claimed_at"] },
  { table: "mailing_pictures", where: own, withheld: [] },
  { table: "mailings", where: own, withheld: ["idempotency_key"] },
  { table: "comments", where: own, withheld: ["idempotency_key"] },
  { table: "attachments", where: own, withheld: [] },
  { table: "article_tags", where: ofArticles, withheld: [] },
  { table: "article_countries", where: own, withheld: [] },
  { table: "article_search", where: own, withheld: "all" },
  { table: "article_stats", where: own, withheld: [] },
  { table: "articles", where: own, withheld: ["idempotency_key"] },
  { table: "folder_stats", where: "folder_id in (select id from folders where client_id = $1)", withheld: "all" },
  { table: "feeds", where: own, withheld: ["token_hash"] },
  { table: "digests", where: own, withheld: ["mail_id"] },
  { table: "follows", where: own, withheld: [] },
  { table: "source_entries", where: own, withheld: "all" },
  { table: "sources", where: own, withheld: ["idempotency_key"] },
  { table: "api_keys", where: own, withheld: ["token_hash"] },
  { table: "ownerships", where: own, withheld: ["idempotency_key"] },
  { table: "folders", where: own, withheld: ["idempotency_key"] },
  { table: "memberships", where: own, withheld: ["idempotency_key"] },
  { table: "teams", where: own, withheld: ["idempotency_key"] },
  { table: "user_interests", where: ofUsers, withheld: [] },
  { table: "tags", where: own, withheld: [] },
  { table: "links", where: ofUsers, withheld: "all" },
  { table: "sessions", where: ofUsers, withheld: "all" },
  { table: "invitations", where: own, withheld: ["token_hash", "idempotency_key"] },
  { table: "exports", where: own, withheld: "all" },
  { table: "bookmarks", where: "import_id in (select id from bookmark_imports where client_id = $1)", withheld: "all" },
  { table: "bookmark_imports", where: own, withheld: "all" },
  { table: "batches", where: own, withheld: "all" },
  { table: "audit_entries", where: own, withheld: ["once_key", "position"] },
  { table: "search_words", where: own, withheld: "all" },
  { table: "search_losses", where: own, withheld: "all" },
  { table: "users", where: own, withheld: ["password_hash", "first_password_until"] },
  { table: "clients", where: "id = $1", withheld: [] },
];

/** Tables that belong to no workspace. */
export const tablesWithoutWorkspace = ["inquiries", "rate_limits", "daily_salts"];

/** Lock that blocks the deletion of files: an export copies the files of its snapshot, a backup those of its dump (docs/operations.md). */
export const filesLock = "folda files";

const rowsAtOnce = 500;

export interface TableRows {
  table: string;
  /** Batches of rows, each row as JSON. */
  rows: AsyncIterable<string[]>;
}

/**
 * Reads all data of a workspace from one snapshot, table by table. Files that the rows refer to are not cleaned up before `after` has finished.
 */
export async function readClientData<Result>(
  database: Database,
  clientId: string,
  { read, after }: { read(table: TableRows): Promise<void>; after(): Promise<Result> },
): Promise<Result> {
  return onExclusiveConnection(database, filesLock, async (client) => {
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query("begin transaction isolation level repeatable read, read only");
    try {
      for (const { table, where, withheld } of clientTables) {
        if (withheld === "all") continue;
        const columns = `to_jsonb(one) - array[${withheld.map((name) => `'${name}'`).join(", ")}]::text[]`;
        await client.query(`declare rows_of_client no scroll cursor for select (${columns})::text as row from ${table} one
          where ${where.replaceAll("$1", `'${clientId}'`)}`);
        await read({ table, rows: fetchAll(client) });
        await client.query("close rows_of_client");
      }
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
    return after();
  });
}

async function* fetchAll(client: pg.Client): AsyncIterable<string[]> {
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows_of_client`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsAtOnce) return;
  }
}

export interface ClientRows {
  /** The number of rows by table, without empty tables. */
  rows: Record<string, number>;
  /** The files that the rows refer to. */
  storageKeys: string[];
}

/** Counts the data that would be deleted with a workspace, from one snapshot. */
export function countClientData(database: Database, clientId: string): Promise<ClientRows> {
  return onExclusiveConnection(database, `folda client ${clientId}`, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    const counted: Record<string, number> = {};
    for (const { table, where } of clientTables) {
      const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`, [clientId]);
      if (rows[0]?.n) counted[table] = rows[0].n;
    }
    const storageKeys = await listStorageKeys(client, clientId);
    await client.query("commit");
    return { rows: counted, storageKeys };
  });
}

/**
 * Deletes all data of a workspace in one transaction and returns the workspace as it was. The caller deletes the files.
 */
export async function deleteClientData(database: Database, clientId: string): Promise<ClientRows> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptDeletion(database, clientId);
    } catch (error) {
      // A concurrent write held locks that this one waited for.
      if (attempt === attempts || sqlStateOf(error) !== deadlock) throw error;
    }
  }
}

const attempts = 5;
const deadlock = "40P01";

function attemptDeletion(database: Database, clientId: string): Promise<ClientRows> {
  return onExclusiveConnection(database, `folda client ${clientId}`, async (client) => {
    await client.query("begin");
    try {
      // From here on, inserts that refer to the workspace wait, and then fail because it no longer exists.
      await client.query("select 1 from clients where id = $1 for update", [clientId]);
      await client.query("select count(*) from (select 1 from folders where client_id = $1 order by id for update) locked", [clientId]);
      await client.query("select count(*) from (select 1 from article_stats where client_id = $1 order by article_id for update) locked", [
        clientId,
      ]);
      const storageKeys = await listStorageKeys(client, clientId);
      const rows: Record<string, number> = {};
      for (const { table, where } of clientTables) {
        const { rowCount } = await client.query(`delete from ${table} where ${where}`, [clientId]);
        if (rowCount) rows[table] = rowCount;
      }
      await client.query("commit");
      return { rows, storageKeys };
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function listStorageKeys(client: pg.Client, clientId: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from attachments where client_id = $1
      union select storage_key from mailing_pictures where client_id = $1
      union select storage_key from trash_rows where client_id = $1 and storage_key is not null
      union select storage_key from exports where client_id = $1 and storage_key is not null
      union select logo_key from clients where id = $1 and logo_key is not null`,
    [clientId],
  );
  return rows.map(({ key }) => key);
}
