import { join } from "node:path";
import { findSecret, keptSecret } from "../../secrets";
import { findAccount } from "../db/session";
import { makeReadablePassword } from "../domain/link-secrets";
import { isPassword } from "../domain/passwords";
import type { Services } from "../services";
import { cast, demoClient } from "./cast";
import { fillDemo } from "./fill";

/** One person of each role, those who may most first. */
const people = cast.filter(({ role }, index) => cast.findIndex((other) => other.role === role) === index);

/**
 * Fills a database that holds no workspace yet, which only one of several processes that start at once does, and tells how to sign
 * in to the demo workspace: with the password that was made here, when it is still the one.
 */
export async function openDemo(services: Services, tell: (words: string) => void): Promise<void> {
  const { config, database } = services;
  const passwordFile = join(config.dataDir, "demo-password");
  const lock = await database.pool.connect();
  try {
    // The embedded engine is locked by its directory, and all its connections share one session.
    if (database.engine === "postgres") await lock.query("set statement_timeout = 0; select pg_advisory_lock(hashtext('folda demo'))");
    const { rowCount } = await lock.query("select 1 from clients limit 1");
    if (rowCount === 0) {
      tell("Filling the demo workspace, which takes some seconds and happens once …");
      await fillDemo(services, config.demoPassword ?? keptSecret(passwordFile, makeReadablePassword));
    }
  } finally {
    // Closed rather than kept: a session's lock ends with its connection, whatever happened.
    lock.release(true);
  }
  const password = await describePassword(services, findSecret(passwordFile));
  if (password === undefined) return;
  const addresses = people.map(({ email, role }) => `${email} (${role})`).join(", ");
  tell(`Sign in to the demo workspace:\n  workspace  ${demoClient.workspace}\n  e-mail     ${addresses}\n  password   ${password}`);
}

/** The password of the workspace's owner in words; `undefined` where there is no such workspace. */
async function describePassword({ config, database }: Services, madeHere: string | undefined): Promise<string | undefined> {
  const account = await findAccount(database.db, demoClient.workspace, cast[0]?.email ?? "");
  if (!account) return undefined;
  const password = config.demoPassword ?? madeHere;
  if (password === undefined || !(await isPassword(password, account.passwordHash))) {
    return "the one that it was given at its first start, or has got since";
  }
  return config.demoPassword === undefined ? password : "the one in DEMO_PASSWORD";
}
