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

let notifier: string;
let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
  notifier = await bundleForNode("tests/support/crash/notifier.ts", ".cache/tests/crash-notifier.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-notifications-"));
  await freshDatabase("embedded", dataDir);
  sink = await openSmtpSink();
  const { services, close } = await openServices(readConfig(environment()), createLog("silent"));
  await services.database.pool.query(
    `insert into users (client_id, email, password_hash, role) select client_id, 'leser-' || lpad(n::text, 5, '0') || '@demo.example', '', 'admin'
     from users, generate_series(1, $1) n where email = 'anna@demo.example'`,
    [(ROUNDS + 2) * 40],
  );
  await services.database.pool.query(
    `with article as (
       insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
       select f.client_id, f.id, u.id, 'Sperrpause', '', '', now() from users u, folders f join teams t on t.id = f.team_id
       where u.email = 'anna@demo.example' and t.client_id = u.client_id and t.visibility = 'is_public' limit 1 returning *)
     insert into comments (client_id, article_id, user_id, body) select client_id, id, user_id, 'Wann?' from article`,
  );
  await close();
});

afterAll(async () => {
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => mailingEnvironment(dataDir, sink);

test(
  `everyone who is told gets one mail in spite of ${ROUNDS} kills, or it is counted as uncertain, and nobody gets two`,
  async () => {
    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) told.push(...(await runUntilKilled(notifier, round, environment())));

    const { services, startWork, close } = await openServices(readConfig(environment()), createLog("silent"));
    const { pool } = services.database;
    await pool.query("update notifications set mailed_at = mailed_at - interval '6 minutes' where mail_state = 'sending'");
    startWork({ mailNotificationsEveryMs: 100 });
    await expect
      .poll(
        async () =>
          (await pool.query("select 1 from notifications where mail_due_at is not null or mail_state = 'sending' limit 1")).rowCount,
        {
          timeout: 60_000,
        },
      )
      .toBe(0);
    const { rows } = await pool.query<{ id: string; email: string; state: string }>(
      `select n.user_id as id, u.email, n.mail_state as state from notifications n join users u on u.id = n.user_id where u.email like 'leser-%'`,
    );
    await close();

    const received = sink.received.flatMap(({ to }) => to);
    const uncertain = rows.filter(({ state }) => state === "unknown");
    expect(told.length).toBeGreaterThan(ROUNDS);
    const stored = new Set(rows.map(({ id }) => id));
    expect(
      told.filter((id) => !stored.has(id)),
      "lost",
    ).toEqual([]);
    expect(new Set(received).size, "sent twice").toBe(received.length);
    expect(
      rows.filter(({ email, state }) => state === "sent" && !received.includes(email)),
      "said to be sent",
    ).toEqual([]);
    expect(rows.filter(({ state }) => state !== "sent" && state !== "unknown")).toEqual([]);
    expect(uncertain.length, "under way at a kill").toBeLessThanOrEqual(ROUNDS * AT_ONCE);
  },
  60_000 + ROUNDS * 20_000,
);
