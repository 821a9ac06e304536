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
/** Concurrent jobs of one kind, whose mails can be under way at a kill. */
const AT_ONCE = 5;

let mailer: string;
let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
  mailer = await bundleForNode("tests/support/crash/mailer.ts", ".cache/tests/crash-mailer.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-mails-"));
  await freshDatabase("embedded", dataDir);
  sink = await openSmtpSink();
});

afterAll(async () => {
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => mailingEnvironment(dataDir, sink);

test(
  `every mail that was asked for is sent in spite of ${ROUNDS} kills, or its job has failed, and none is sent twice`,
  async () => {
    const asked: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) asked.push(...(await runUntilKilled(mailer, round, environment())));

    const { services, startWork, close } = await openServices(readConfig(environment()), createLog("silent"));
    startWork();
    const { pool } = services.database;
    await expect
      .poll(async () => (await pool.query("select 1 from pgboss.job where state <> 'failed' limit 1")).rowCount, { timeout: 60_000 })
      .toBe(0);
    const { rows: failed } = await pool.query<{ address: string; failure: string }>(
      "select data->>'previousEmail' as address, output->>'failure' as failure from pgboss.job",
    );
    await close();

    const received = sink.received.flatMap(({ to }) => to);
    expect(asked.length).toBeGreaterThan(ROUNDS);
    const known = new Set([...received, ...failed.map(({ address }) => address)]);
    expect(asked.filter((address) => !known.has(address))).toEqual([]);
    expect(new Set(received).size, "sent twice").toBe(received.length);
    expect(failed.length, "under way at a kill").toBeLessThanOrEqual(ROUNDS * AT_ONCE);
    expect(failed.filter(({ failure }) => failure !== "abandoned")).toEqual([]);
  },
  60_000 + ROUNDS * 20_000,
);
