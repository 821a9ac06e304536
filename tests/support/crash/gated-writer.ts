import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { tags, users } from "../../../api/db/schema";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Commits tags, each with a job, and prints each one. Prints "half" in the middle of a further transaction, and waits there until it is killed.

const [count = ""] = process.argv.slice(2);
const { services } = await openServices(readConfig(), createLog("silent"));
const [user] = await services.database.db.select().from(users).limit(1);
if (!user) throw new Error("nobody is there");
const { id: userId, clientId } = user;

const write = (name: string, beforeCommit: () => Promise<void>) =>
  inTransaction(services.database, async (tx) => {
    await tx.insert(tags).values({ clientId, name, slug: name });
    await services.jobs.enqueue(tx, "email-changed-mail", { userId, previousEmail: `${name}@demo.example` });
    await beforeCommit();
  });
for (let n = 1; n <= Number(count); n += 1) {
  await write(`bestaetigt-${n}`, async () => {});
  process.stdout.write(`bestaetigt-${n}\n`);
}
await write("halb", () => {
  process.stdout.write("half\n");
  return new Promise(() => {});
});
