import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { notify } from "../../../api/domain/notifications/notify";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Commits forty events of one kind that cause a mail each, prints each one, and sends the mails until it is killed.

const events = 40;
const [kind = "", round = ""] = process.argv.slice(2);
const { services, startWork } = await openServices(readConfig(), createLog("silent"));
const { pool } = services.database;
const { rows } = await pool.query<Record<"id" | "clientId" | "articleId" | "commentId", string>>(
  `select u.id, u.client_id as "clientId", c.article_id as "articleId", c.id as "commentId" from users u left join comments c on true
   where u.email like 'leser-%' order by u.email`,
);
const people = rows.slice(Number(round) * events, (Number(round) + 1) * events);

const commit: Record<string, (person: (typeof people)[number], n: number) => Promise<string>> = {
  async mails({ id: userId }, n) {
    const previousEmail = `anna-${round}-${n}@demo.example`;
    await inTransaction(services.database, (tx) => services.jobs.enqueue(tx, "email-changed-mail", { userId, previousEmail }));
    return previousEmail;
  },
  async notifications({ id, clientId, articleId, commentId }) {
    const event = { clientId, actorId: null, subjectId: articleId, commentId };
    await inTransaction(services.database, (tx) => notify(services, tx, event, [{ userId: id, kind: "mention" }]));
    return id;
  },
  async digests({ id }) {
    await pool.query("update digests set due_at = now() - interval '1 second' where user_id = $1 and mail_state is null", [id]);
    return id;
  },
};

startWork({ mailNotificationsEveryMs: 100, sendDigestsEveryMs: 100 });
process.stdout.write("open\n");
for (const [n, person] of people.entries()) process.stdout.write(`${await commit[kind]?.(person, n)}\n`);
