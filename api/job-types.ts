import { z } from "zod";
import { workspaceSchema } from "../contract/rest/session";
import { idSchema, storedEmailSchema } from "../contract/rest/shared";
import { localeSchema } from "../contract/rest/users";
import type { JobQueue, PutOptions, QueueRules } from "./db/jobs/job-queue";
import type { Transaction } from "./db/pool";
import { isDatabaseUnavailable } from "./db/unavailable";
import { MailRefused, MailUncertain, MailUnsent } from "./mail/failure";

export type { JobQueue, QueuedJob } from "./db/jobs/job-queue";

const ofUser = z.object({ userId: idSchema });

/**
 * The background jobs with their payloads: ids and addresses, never secrets. Names and payloads are stored, and during an upgrade the previous
 * version reads them, so newsletters and cleanup keep their old names here.
 */
export const jobPayloads = {
  "password-reset-mail": z.object({ workspace: workspaceSchema, email: storedEmailSchema, locale: localeSchema }),
  "sign-up-mail": ofUser,
  "address-taken-mail": ofUser,
  "invitation-mail": z.object({ invitationId: idSchema }),
  "first-password-mail": ofUser,
  /** Enqueued by the previous version, which sent both mails in one job. */
  "email-change-mails": ofUser.extend({ email: storedEmailSchema }),
  "email-change-mail": ofUser.extend({ email: storedEmailSchema }),
  "email-change-notice-mail": ofUser.extend({ email: storedEmailSchema }),
  "email-changed-mail": ofUser.extend({ previousEmail: storedEmailSchema }),
  "password-changed-mail": ofUser,
  "subscription-mail": z.object({ subscriberId: idSchema }),
  "inquiry-mail": z.object({ inquiryId: idSchema }),
  "mailing-delivery": z.object({ mailingId: idSchema }),
  "mailing-preview": z.object({ mailingId: idSchema, email: storedEmailSchema }),
  /** Enqueued by the previous version, as is `source-failing-mail`: both are notifications now. */
  "newsletter-failures-mail": z.object({ mailingId: idSchema }),
  "newsletter-returned-mail": z.object({ mailingId: idSchema, userId: idSchema }),
  export: z.object({ exportId: idSchema }),
  "article-batch": z.object({ batchId: idSchema }),
  "bookmark-import": z.object({ importId: idSchema }),
  "search-refresh": z.object({}),
  "article-indexing": z.object({ articleIds: z.array(idSchema) }),
  "source-polling": z.object({}),
  "source-failing-mail": z.object({ sourceId: idSchema, userId: idSchema }),
  "notification-mails": z.object({}),
  digests: z.object({}),
  sweep: z.object({}),
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;

/** While the mail server is unavailable, the waits add up to more than three hours. */
const mailRules: QueueRules = { expireInSeconds: 120, retryLimit: 10, retryDelay: 10, sendsOneMail: true };

export const jobRules: Record<JobName, QueueRules> = {
  "password-reset-mail": mailRules,
  "sign-up-mail": mailRules,
  "address-taken-mail": mailRules,
  "invitation-mail": mailRules,
  "first-password-mail": mailRules,
  "email-change-mails": { expireInSeconds: 60, retryLimit: 10, retryDelay: 10 },
  "email-change-mail": mailRules,
  "email-change-notice-mail": mailRules,
  "email-changed-mail": mailRules,
  "password-changed-mail": mailRules,
  "subscription-mail": mailRules,
  "inquiry-mail": mailRules,
  // A killed process counts as an attempt, and a job without further attempts would forget recipients. A slice, its last mail and storing the
  // result take at most two and a half minutes (`api/domain/newsletters/deliver.ts`).
  "mailing-delivery": { expireInSeconds: 180, retryLimit: 100_000, retryDelay: 5, retryBackoff: false },
  "mailing-preview": mailRules,
  "newsletter-failures-mail": { expireInSeconds: 60, retryLimit: 10, retryDelay: 10 },
  "newsletter-returned-mail": mailRules,
  // Longer than an export may take (`exportWithinMs`).
  export: { expireInSeconds: 300, retryLimit: 5, retryDelay: 5, retryBackoff: false },
  // Each run continues where the last one ended, and a killed process counts as an attempt. Batches and imports without progress are given up
  // after a day (`givenUpMs`).
  "article-batch": { expireInSeconds: 300, retryLimit: 100_000, retryDelay: 5 },
  // Ten thousand bookmarks take two minutes on the embedded database.
  "bookmark-import": { expireInSeconds: 600, retryLimit: 100_000, retryDelay: 5 },
  // A longer run holds a lock (`refreshLock`), and the next attempt leaves the work to it.
  "search-refresh": { alone: true, expireInSeconds: 5 * 60, retryLimit: 2, retryDelay: 60 },
  "article-indexing": { expireInSeconds: 10 * 60, retryLimit: 10, retryDelay: 10 },
  // Longer than a run may take (`runMs`).
  "source-polling": { alone: true, expireInSeconds: 300, retryLimit: 2, retryDelay: 30 },
  "source-failing-mail": { expireInSeconds: 60, retryLimit: 10, retryDelay: 10 },
  // A slice and its last mails take at most two and a half minutes; the table of notifications is what is repeated, not the job.
  "notification-mails": { alone: true, expireInSeconds: 180, retryLimit: 2, retryDelay: 30 },
  // As above.
  digests: { alone: true, expireInSeconds: 180, retryLimit: 2, retryDelay: 30 },
  sweep: { alone: true, expireInSeconds: 10 * 60, retryLimit: 2, retryDelay: 60 },
};

export interface Jobs {
  /** The job starts once the transaction is committed, or at `startAt`; never after a rollback. */
  enqueue<Name extends JobName>(transaction: Transaction, name: Name, payload: JobPayload<Name>, options?: PutOptions): Promise<void>;
  /** As `enqueue`, one job for each payload. */
  enqueueAll<Name extends JobName>(transaction: Transaction, name: Name, payloads: readonly JobPayload<Name>[]): Promise<void>;
  /** Deletes the jobs that failed a day ago. */
  tidy(): Promise<void>;
}

export function createJobs(queue: JobQueue): Jobs {
  return {
    enqueue: (transaction, name, payload, options) => queue.put(transaction, name, jobPayloads[name].parse(payload), options),
    enqueueAll: (transaction, name, payloads) =>
      queue.putAll(
        transaction,
        name,
        payloads.map((payload) => jobPayloads[name].parse(payload)),
      ),
    tidy: queue.maintain,
  };
}

/** The class of an error for logs and `operator jobs`; never its message, which can contain people's text. */
export function classifyFailure(error: unknown): string {
  if (error instanceof MailUnsent) return [error.failure.class, error.failure.reply].filter(Boolean).join(" ");
  if (isDatabaseUnavailable(error)) return "database unavailable";
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? `${error.constructor.name} ${error.code}` : error.constructor.name;
}

/** Whether a job that failed with this error must not be retried. */
export const isHopeless = (error: unknown): boolean => error instanceof MailRefused || error instanceof MailUncertain;
