import { join } from "node:path";
import { findSecret, keptSecret } from "../../config/secrets";
import { findAccount } from "../db/auth/session";
import { onExclusiveConnection } from "../db/exclusive";
import { makeReadablePassword } from "../domain/auth/link-secrets";
import { isPassword } from "../domain/auth/passwords";
import type { Services } from "../services";
import { cast, demoClient } from "./cast";
import { fillDemo } from "./fill";

/** One person of each role, those who may most first. */
const people = cast.filter(({ role }, index) => cast.findIndex((other) => other.role === role) === index);

/** Tells the log with fields and a message, or a person at a terminal in words. */
type Tell = (fields: Record<string, string>, message: string, words: string) => void;

/**
 * Fills a database that holds no workspace yet, in one of several processes that start together while the others wait, and prints how to
 * sign in to the demo workspace.
 */
export async function openDemo(services: Services, tell: Tell): Promise<void> {
  const { config, database } = services;
  const passwordFile = join(config.dataDir, "demo-password");
  await onExclusiveConnection(database, "folda demo", async (client) => {
    const { rowCount } = await client.query("select 1 from clients limit 1");
    if (rowCount !== 0) return;
    tell({}, "filling the demo workspace", "Filling the demo workspace, which takes some seconds and happens once …");
    await fillDemo(services, config.demoPassword ?? keptSecret(passwordFile, makeReadablePassword));
  });
  const password = await describePassword(services, findSecret(passwordFile));
  if (password === undefined) return;
  const addresses = people.map(({ email, role }) => `${email} (${role})`).join(", ");
  const { workspace } = demoClient;
  // The log names the file and never holds the password.
  tell(
    { workspace, ...(config.demoPassword === undefined ? { passwordFile } : {}) },
    "demo workspace ready",
    `Sign in to the demo workspace:\n  workspace  ${workspace}\n  e-mail     ${addresses}\n  password   ${password}`,
  );
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
