import { rm } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow, isOlder } from "../files/directory";

/** Where mails are written without a mail server. */
export const outboxOf = (dataDir: string): string => join(dataDir, "outbox");

/** The name of a mail's file until it is complete. */
export const unfinishedName = (name: string): string => `.${name}`;

/** Deletes incomplete mails that were last written before that moment, by processes that were killed. */
export async function removeUnfinishedMails(dataDir: string, before: Date): Promise<void> {
  for await (const { name, path } of filesBelow(outboxOf(dataDir)))
    if (/^\..*\.eml$/.test(name) && (await isOlder(path, before))) await rm(path, { force: true });
}
