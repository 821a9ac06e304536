import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../api/config";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { bundleForNode } from "../../scripts/bundle.js";
import { mailingEnvironment, runUntilKilled } from "../support/crash/mailing";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
/** Mails that a process sends at once, and that can be under way at a kill. */
const AT_ONCE = 5;

let sender: string;
let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
  sender = await bundleForNode("tests/support/crash/digest-sender.ts", ".cache/tests/crash-digest-sender.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-digests-"));
  await freshDatabase("embedded", dataDir);
  sink = await openSmtpSink();
  const { services, close } = await openServices(readConfig(environment()), createLog("silent"));
  const { pool } = services.database;
  await pool.query(
    `insert into users (client_id, email, password_hash, role) select client_id, 'leser-' || lpad(n::text, 5, '0') || '@demo.example', '', 'admin'
     from users, generate_series(1, $1) n where email = 'anna@demo.example'`,
    [(ROUNDS + 2) * 40],
  );
  await pool.query(
    `with article as (
       insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
       select f.client_id, f.id, u.id, 'Sperrpause', '', '', now(), now() - interval '1 hour'
       from users u, folders f join teams t on t.id = f.team_id
       where u.email = 'anna@demo.example' and t.client_id = u.client_id and t.visibility = 'is_public' limit 1 returning *),
     stats as (insert into article_stats (article_id, client_id, folder_id) select id, client_id, folder_id from article on conflict do nothing),
     follow as (
       insert into follows (client_id, user_id, folder_id, created_at)
       select u.client_id, u.id, a.folder_id, now() - interval '1 day' from users u, article a where u.email like 'leser-%')
     insert into digests (client_id, user_id, frequency, weekday, hour, told_until)
     select client_id, id, 'daily', 1, 7, now() - interval '1 day' from users where email like 'leser-%'`,
  );
  await close();
});

afterAll(async () => {
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => mailingEnvironment(dataDir, sink);

test(
  `everyone gets one digest in spite of ${ROUNDS} kills, or it is counted as uncertain, and nobody gets two`,
  async () => {
    const due: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) due.push(...(await runUntilKilled(sender, round, environment())));

    const { services, startWork, close } = await openServices(readConfig(environment()), createLog("silent"));
    const { pool } = services.database;
    await pool.query("update digests set mailed_at = mailed_at - interval '6 minutes' where mail_state = 'sending'");
    startWork({ sendDigestsEveryMs: 100 });
    const open = "select 1 from digests where due_at <= now() or mail_state = 'sending' limit 1";
    await expect.poll(async () => (await pool.query(open)).rowCount, { timeout: 60_000 }).toBe(0);
    const { rows } = await pool.query<{ id: string; email: string; state: string | null }>(
      `select d.user_id as id, u.email, d.mail_state as state from digests d join users u on u.id = d.user_id where u.email like 'leser-%'`,
    );
    await close();

    const received = sink.received.flatMap(({ to }) => to);
    const told = rows.filter(({ id, state }) => due.includes(id) || state !== null);
    expect(due.length).toBeGreaterThan(ROUNDS);
    expect(new Set(received).size, "sent twice").toBe(received.length);
    expect(
      told.filter(({ email, state }) => state === "sent" && !received.includes(email)),
      "said to be sent",
    ).toEqual([]);
    expect(
      told.filter(({ state }) => state !== "sent" && state !== "unknown"),
      "lost",
    ).toEqual([]);
    const uncertain = told.filter(({ state }) => state === "unknown");
    expect(uncertain.length, "under way at a kill").toBeLessThanOrEqual(ROUNDS * AT_ONCE);
  },
  60_000 + ROUNDS * 20_000,
);
