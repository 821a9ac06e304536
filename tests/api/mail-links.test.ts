import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../api/db/pool";
import { type JobName, type JobPayload, jobPayloads } from "../../api/job-types";
import { password, worldForTests } from "../support/harness";

/** All rows about people and their accounts. */
const tables = ["clients", "users", "sessions", "links", "invitations", "teams", "memberships", "folders", "jobs"];

describe("a scanner that opens every link of every mail", () => {
  const world = worldForTests();

  const dump = async () => {
    const contents = tables.map((table) => world.services.database.pool.query(`select to_jsonb(t) as row from ${table} t order by 1`));
    return (await Promise.all(contents)).map(({ rows }, index) => ({ table: tables[index], rows }));
  };

  test("changes nothing, with GET or with HEAD, before and after what the links are for", async () => {
    const [newcomer, guest, other, changed, before] = ["neu", "gast", "freundin", "anders", "vorher"].map(
      (name) => `${name}.${randomUUID()}@demo.example`,
    ) as [string, string, string, string, string];
    const userId = await world.userId("jana");
    const typed = "Weichenheizung-84-Prellbock";
    await world.visitor.post("/users", { user: { workspace: "demo", email: newcomer, password: typed, password_confirmation: typed } });
    await world.as("anna").post("/invitations", { invitation: { email_addresses: [guest, other], role: "editor" } });
    await world.as("lena").post("/change_email", { current_password: password, email: changed, email_confirmation: changed });
    const invitation = await world.readMail(other);
    await world.visitor.post(`${new URL(invitation.links[0] ?? "").pathname}/confirmation`);
    const jobs: { [Name in JobName]?: JobPayload<Name> } = {
      "password-reset-mail": { workspace: "demo", email: "jana@demo.example", locale: "de" },
      "address-taken-mail": { userId },
      "email-changed-mail": { userId, previousEmail: before },
      "password-changed-mail": { userId },
    };
    const { services } = world;
    for (const [name, payload] of Object.entries(jobs))
      await inTransaction(services.database, (tx) => services.jobs.enqueue(tx, name as JobName, payload as never));
    const sentBefore = ["sign-up-mail", "invitation-mail", "first-password-mail", "email-change-mail", "email-change-notice-mail"];
    const mailless = [
      "sweep",
      "search-refresh",
      "article-batch",
      "article-indexing",
      "bookmark-import",
      "export",
      "email-change-mails",
      "source-polling",
      "source-failing-mail",
      "newsletter-failures-mail",
    ];
    // Covered by notification-mails.test.ts and digests.test.ts.
    const notifications = ["notification-mails", "digests"];
    // To the operator, without links.
    const linkless = ["inquiry-mail"];
    // Covered by newsletters.test.ts and subscribers.test.ts.
    const newsletters = ["subscription-mail", "mailing-delivery", "mailing-preview", "newsletter-returned-mail"];
    expect(
      [...Object.keys(jobs), ...sentBefore, ...mailless, ...linkless, ...newsletters, ...notifications].sort(),
      "every mail there is",
    ).toEqual(Object.keys(jobPayloads).sort());

    const people = [newcomer, guest, other, changed, before, "lena@demo.example", "jana@demo.example"];
    const mails = (await Promise.all(people.map((address) => world.mailsTo(address)))).flat();
    expect(new Set(mails.map(({ subject }) => subject)).size, "subjects").toBe(9);
    const inText = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []);
    const paths = [...new Set([...mails.flatMap(({ links }) => links), ...inText].map((link) => new URL(link).pathname))];
    const kinds = ["/email_confirmations/", "/invitations/", "/password_resets/"].map((kind) =>
      paths.filter((path) => path.startsWith(kind)),
    );
    expect(kinds.map(({ length }) => length)).toEqual([2, 2, 1]);

    const scan = async () => {
      const before = await dump();
      for (const path of paths) {
        for (const method of ["GET", "HEAD", "OPTIONS"]) await (await world.visitor.request(path, { method })).text();
        for (const suffix of ["/", "/confirmation", "?utm_source=mail"]) await world.visitor.get(path + suffix);
      }
      expect(await dump()).toEqual(before);
    };
    await scan();
    for (const path of kinds.flat().slice(0, 3)) {
      const { status } = await world.visitor.post(path.startsWith("/invitations/") ? `${path}/confirmation` : path);
      expect(status, path).toBe(204);
    }
    await world.mailsTo(guest);
    await scan();
  });
});
