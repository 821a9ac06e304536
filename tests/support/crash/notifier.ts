import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { notify } from "../../../api/domain/notifications/notify";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Tells people of comments, one event after the other, and prints which are committed, until it is killed.

const [round = ""] = process.argv.slice(2);
const { services, startWork } = await openServices(readConfig(), createLog("silent"));
const { pool } = services.database;
const { rows: people } = await pool.query<{ id: string; clientId: string; articleId: string; commentId: string }>(
  `select u.id, u.client_id as "clientId", c.article_id as "articleId", c.id as "commentId"
   from users u, comments c where u.email like 'leser-%' order by u.email`,
);

startWork({ mailNotificationsEveryMs: 100 });
process.stdout.write("open\n");
for (const { id, clientId, articleId, commentId } of people.slice(Number(round) * 40)) {
  await inTransaction(services.database, (tx) =>
    notify(services, tx, { clientId, actorId: null, subjectId: articleId, commentId }, [{ userId: id, kind: "mention" }]),
  );
  process.stdout.write(`${id}\n`);
}
await new Promise(() => {});
