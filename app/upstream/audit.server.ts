import { type AuditTopic, auditListSchema, auditPeopleSchema } from "../../contract/rest/audit";
import type { Upstream } from "./client.server";

export interface AuditFilter {
  userId?: string;
  topic?: AuditTopic;
  /** Calendar days, both included. */
  from?: string;
  until?: string;
}

/** A page of the workspace's audit log: the newest entries, or those before or after a cursor of an earlier page. */
export const listAuditEntries = (upstream: Upstream, query: AuditFilter & { before?: string; after?: string }) =>
  upstream.get("/audit_entries", auditListSchema, { ...query });

/** The whole filtered log as a file, while it is written. */
export const openAuditFile = (upstream: Upstream, filter: AuditFilter) => upstream.open("/audit_entries/csv", { ...filter });

/** People whom the log can be about, those who have left among them. */
export const listAuditPeople = (upstream: Upstream, term: string) => upstream.get("/audit_entries/people", auditPeopleSchema, { term });
