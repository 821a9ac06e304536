import { join } from "node:path";
import { findSecret, keptSecret } from "../../config/secrets";
import { findAccount } from "../db/auth/session";
import { onExclusiveConnection } from "../db/exclusive";
import { makeReadablePassword } from "../domain/auth/link-secrets";
import { isPassword } from "../domain/auth/passwords";
import type { Services } from "../services";
import { fillDemo } from "./fill";
import { demoClient, personas } from "./personas";

/** One person of each role, the most privileged first. */
const people = personas.filter(({ role }, index) => personas.findIndex((other) => other.role === role) === index);

/** Reports fields and a message to the log, or words to a person at a terminal. */
type Tell = (fields: Record<string, string>, message: string, words: string) => void;

/**
 * Fills a database without workspaces and prints how to sign in to the demo workspace. If several processes start together, one fills it while the
 * others wait.
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
  // The log names the file, never the password.
  tell(
    { workspace, ...(config.demoPassword === undefined ? { passwordFile } : {}) },
    "demo workspace ready",
    `Sign in to the demo workspace:\n  workspace  ${workspace}\n  e-mail     ${addresses}\n  password   ${password}`,
  );
}

/** Describes where the owner's password is; `undefined` if the workspace does not exist. */
async function describePassword({ config, database }: Services, madeHere: string | undefined): Promise<string | undefined> {
  const account = await findAccount(database.db, demoClient.workspace, personas[0]?.email ?? "");
  if (!account) return undefined;
  const password = config.demoPassword ?? madeHere;
  if (password === undefined || !(await isPassword(password, account.passwordHash))) {
    return "the one that it was given at its first start, or has got since";
  }
  return config.demoPassword === undefined ? password : "the one in DEMO_PASSWORD";
}
