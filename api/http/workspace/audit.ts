import { createRoute, z } from "@hono/zod-openapi";
import {
  auditExportQuerySchema,
  auditListSchema,
  auditPeopleSchema,
  auditQuerySchema,
  pullAuditQuerySchema,
  pulledAuditEntrySchema,
} from "../../../contract/rest/audit";
import { peopleQuerySchema } from "../../../contract/rest/users";
import { fromWire } from "../../../contract/wire";
import { type AuditEntry, listAudit, listAuditPeople, pullAudit, readAudit } from "../../domain/workspace/audit";
import type { Services } from "../../services";
import { toPerson } from "../articles/article-wire";
import type { Api } from "../context";
import { byteOrderMark, csvLine } from "../csv";
import { invalid, json, refusals } from "../openapi";
import { textStream } from "../text-stream";
import type { Locale } from "../texts";
import { auditActor, auditColumnTexts, auditSentence, auditTopicText } from "./audit-texts";

const listRoute = createRoute({
  method: "get",
  path: "/audit_entries",
  summary: "The audit log of the workspace, newest first; for owner and admins",
  tags: ["audit"],
  request: { query: auditQuerySchema },
  responses: { 200: json(auditListSchema, "A page of the log."), ...invalid, ...refusals(401, 403) },
});

const exportRoute = createRoute({
  method: "get",
  path: "/audit_entries/csv",
  summary: "All matching entries as a CSV file for spreadsheets",
  tags: ["audit"],
  request: { query: auditExportQuerySchema },
  responses: {
    200: { description: "UTF-8 with a byte order mark, every field in quotes.", content: { "text/csv": { schema: z.string() } } },
    ...invalid,
    ...refusals(401, 403),
  },
});

const pullRoute = createRoute({
  method: "get",
  path: "/audit_entries/ndjson",
  summary: "The audit log for log systems, oldest entry first, each entry once",
  tags: ["audit"],
  request: { query: pullAuditQuerySchema },
  responses: {
    200: {
      description: "A `PulledAuditEntry` per line. If there are fewer than `limit`, there are no more yet.",
      content: { "application/x-ndjson": { schema: pulledAuditEntrySchema } },
    },
    ...invalid,
    ...refusals(401, 403, 429),
  },
});

const peopleRoute = createRoute({
  method: "get",
  path: "/audit_entries/people",
  summary: "The people whom the log can mention, including removed ones",
  tags: ["audit"],
  request: { query: peopleQuerySchema },
  responses: { 200: json(auditPeopleSchema, "At most a hundred."), ...invalid, ...refusals(401, 403) },
});

export function registerAudit(api: Api, services: Services): void {
  const { timeZone } = services.config;

  api.openapi(listRoute, async (c) => {
    const { entries, older, newer } = await listAudit(services, c.get("viewer"), fromWire(c.req.valid("query")));
    return c.json({ entries: entries.map((entry) => toWire(entry, c.get("locale"), timeZone)), meta: { older, newer } }, 200);
  });

  api.openapi(exportRoute, (c) => {
    const locale = c.get("locale");
    const batches = readAudit(services, c.get("viewer"), fromWire(c.req.valid("query")));
    const { fileName } = auditColumnTexts(locale);
    return c.body(toCsv(batches, locale, timeZone), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}.csv"`,
    });
  });

  api.openapi(pullRoute, async (c) => {
    const { after, limit } = c.req.valid("query");
    const entries = await pullAudit(services, c.get("viewer"), { after: Number(after), limit });
    const lines = entries.map((entry) => JSON.stringify({ ...toWire(entry, c.get("locale"), timeZone), cursor: String(entry.position) }));
    // The types take every content type with `json` in its name for one JSON value.
    return c.body(lines.map((line) => `${line}\n`).join(""), 200, { "Content-Type": "application/x-ndjson" }) as never;
  });

  api.openapi(peopleRoute, async (c) => {
    const people = await listAuditPeople(services, c.get("viewer"), c.req.valid("query").term);
    return c.json(people.map(toPerson), 200);
  });
}

const toWire = (entry: AuditEntry, locale: Locale, timeZone: string): z.infer<typeof auditListSchema>["entries"][number] => ({
  id: entry.id,
  topic: entry.topic,
  kind: entry.kind,
  actor: { type: entry.actor, id: entry.actorId, name: entry.actorName },
  data: entry.data,
  text: auditSentence(locale, timeZone, entry),
  created_at: entry.createdAt.toISOString(),
});

function toCsv(batches: AsyncIterable<AuditEntry[]>, locale: Locale, timeZone: string): ReadableStream<Uint8Array> {
  // The separator that spreadsheets expect in that language.
  const separator = locale === "de" ? ";" : ",";
  const { time, who, topic, what } = auditColumnTexts(locale);
  const moments = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const toLine = (entry: AuditEntry) => {
    const fields = [moments.format(entry.createdAt), auditActor(locale, entry), auditTopicText(locale, entry.topic)];
    return csvLine([...fields, auditSentence(locale, timeZone, entry)], separator);
  };
  async function* write(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine([time, who, topic, what], separator);
    for await (const batch of batches) yield batch.map(toLine).join("");
  }
  return textStream(write());
}
