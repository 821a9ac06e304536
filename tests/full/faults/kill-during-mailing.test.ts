import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAfterKill, ROUNDS, startProgram, untilKill } from "../../support/crash/kills";
import { openSmtpSink, type SmtpSink } from "../../support/smtp-sink";
import { freshDatabase } from "../../support/template";

/** Mails that a process sends at once, and that can be under way at a kill. */
const AT_ONCE = 5;

let dataDir: string;
let sink: SmtpSink;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-mailing-"));
  await freshDatabase("embedded", dataDir);
  sink = await openSmtpSink();
});
afterEach(async () => {
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  DATA_DIR: dataDir,
  DEMO: "0",
  SMTP_URL: sink.url,
  MAIL_FROM: "folda@folda.example",
  MAIL_RATE: "1000",
});
const open = () => openAfterKill(environment());

/** People with an article in a public team and a comment on it, who follow its folder and get a digest. */
const preparation = [
  `insert into users (client_id, email, password_hash, role) select client_id, 'leser-' || lpad(n::text, 5, '0') || '@demo.example', '', 'admin'
   from users, generate_series(1, ${(ROUNDS + 1) * 40}) n where email = 'anna@demo.example'`,
  `with article as (
     insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
     select f.client_id, f.id, u.id, 'Sperrpause', '', '', now(), now() - interval '1 hour'
     from users u, folders f join teams t on t.id = f.team_id
     where u.email = 'anna@demo.example' and t.client_id = u.client_id and t.visibility = 'is_public' limit 1 returning *),
   stats as (insert into article_stats (article_id, client_id, folder_id) select id, client_id, folder_id from article on conflict do nothing),
   follow as (
     insert into follows (client_id, user_id, folder_id, created_at)
     select u.client_id, u.id, a.folder_id, now() - interval '1 day' from users u, article a where u.email like 'leser-%'),
   digest as (
     insert into digests (client_id, user_id, frequency, weekday, hour, told_until)
     select client_id, id, 'daily', 1, 7, now() - interval '1 day' from users where email like 'leser-%')
   insert into comments (client_id, article_id, user_id, body) select client_id, id, user_id, 'Wann?' from article`,
];

interface Kind {
  /** Expires what a killed process had leased. */
  expire?: string;
  /** Selects a row while something is to be sent. */
  open: string;
  /** Selects the event, the address and the state of each mail. */
  mails: string;
}

const kinds: Record<string, Kind> = {
  mails: {
    open: "select 1 from jobs where failed_at is null limit 1",
    mails: `select payload->>'previousEmail' as event, payload->>'previousEmail' as email,
      case failure when 'abandoned' then 'unknown' else 'failed' end as state from jobs`,
  },
  notifications: {
    expire: "update notifications set mailed_at = mailed_at - interval '6 minutes' where mail_state = 'sending'",
    open: "select 1 from notifications where mail_due_at is not null or mail_state = 'sending' limit 1",
    mails: `select n.user_id as event, u.email, n.mail_state as state from notifications n join users u on u.id = n.user_id
      where u.email like 'leser-%'`,
  },
  digests: {
    expire: "update digests set mailed_at = mailed_at - interval '6 minutes' where mail_state = 'sending'",
    open: "select 1 from digests where due_at <= now() or mail_state = 'sending' limit 1",
    mails: `select d.user_id as event, u.email, d.mail_state as state from digests d join users u on u.id = d.user_id
      where u.email like 'leser-%' and d.mail_state is not null`,
  },
};

test.each(Object.entries(kinds))(
  `%s: in spite of ${ROUNDS} kills, each is sent once, or counted as uncertain`,
  async (name, { expire, open: toSend, mails }) => {
    const before = await open();
    for (const statement of preparation) await before.services.database.pool.query(statement);
    await before.close();

    const events: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const program = await startProgram("mailer", environment(), name, String(round));
      await vi.waitUntil(() => program.lines.length > 3, { timeout: 120_000 });
      await untilKill(round);
      await program.kill();
      events.push(...program.lines.slice(1));
    }

    const { services, startWork, close } = await open();
    const pool: pg.Pool = services.database.pool;
    if (expire) await pool.query(expire);
    startWork(name === "mails" ? {} : { mailNotificationsEveryMs: 100, sendDigestsEveryMs: 100 });
    await expect.poll(async () => (await pool.query(toSend)).rowCount).toBe(0);
    const { rows } = await pool.query<{ event: string; email: string; state: string }>(mails);
    await close();

    const received = sink.received.flatMap(({ to }) => to);
    const known = new Set([...rows.map(({ event }) => event), ...received]);
    expect(
      events.filter((event) => !known.has(event)),
      "lost",
    ).toEqual([]);
    expect(new Set(received).size, "sent twice").toBe(received.length);
    expect(
      rows.filter(({ email, state }) => state === "sent" && !received.includes(email)),
      "reported as sent",
    ).toEqual([]);
    expect(rows.filter(({ state }) => state !== "sent" && state !== "unknown")).toEqual([]);
    const uncertain = rows.filter(({ state }) => state === "unknown");
    expect(uncertain.length, "under way at a kill").toBeLessThanOrEqual(ROUNDS * AT_ONCE);
  },
  300_000 + ROUNDS * 60_000,
);
