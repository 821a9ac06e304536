import { type AuditTopic, auditListSchema, auditPeopleSchema } from "../../contract/rest/audit";
import type { Upstream } from "./client.server";

export interface AuditFilter {
  userId?: string;
  topic?: AuditTopic;
  /** Calendar days, both inclusive. */
  from?: string;
  until?: string;
}

/** A page of the audit log: the newest entries, or those before or after a cursor of an earlier page. */
export const listAuditEntries = (upstream: Upstream, query: AuditFilter & { before?: string; after?: string }) =>
  upstream.get("/audit_entries", auditListSchema, { ...query });

/** The whole filtered log as a streamed file. */
export const openAuditFile = (upstream: Upstream, filter: AuditFilter) => upstream.open("/audit_entries/csv", { ...filter });

/** People in the log, including former ones. */
export const listAuditPeople = (upstream: Upstream, term: string) => upstream.get("/audit_entries/people", auditPeopleSchema, { term });
