import { z } from "zod";
import { workspaceSchema } from "../../contract/rest/session";
import { idSchema, storedEmailSchema } from "../../contract/rest/shared";
import { localeSchema } from "../../contract/rest/users";
import { isDatabaseAway } from "../db/away";
import type { JobQueue, PutOptions, QueueRules } from "../db/jobs/job-queue";
import type { Transaction } from "../db/pool";
import { MailRefused, MailUnsent } from "../mail/failure";

export type { JobQueue, QueuedJob } from "../db/jobs/job-queue";

const ofUser = z.object({ userId: idSchema });

/** What is done in the background, and what each job is told: ids and addresses, never a secret. */
export const jobPayloads = {
  "password-reset-mail": z.object({ workspace: workspaceSchema, email: storedEmailSchema, locale: localeSchema }),
  "sign-up-mail": ofUser,
  "address-taken-mail": ofUser,
  "invitation-mail": z.object({ invitationId: idSchema }),
  "first-password-mail": ofUser,
  "email-change-mails": ofUser.extend({ email: storedEmailSchema }),
  "email-changed-mail": ofUser.extend({ previousEmail: storedEmailSchema }),
  "password-changed-mail": ofUser,
  "inquiry-mail": z.object({ inquiryId: idSchema }),
  "mailing-delivery": z.object({ mailingId: idSchema }),
  "mailing-preview": z.object({ mailingId: idSchema, email: storedEmailSchema }),
  "newsletter-failures-mail": z.object({ mailingId: idSchema }),
  export: z.object({ exportId: idSchema }),
  "search-refresh": z.object({}),
  "article-indexing": z.object({ articleIds: z.array(idSchema) }),
  sweep: z.object({}),
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;

/** With a mail server that is away, the waits add up to three hours and more. */
const mailRules: QueueRules = { expireInSeconds: 120, retryLimit: 10, retryDelay: 10 };

export const jobRules: Record<JobName, QueueRules> = {
  "password-reset-mail": mailRules,
  "sign-up-mail": mailRules,
  "address-taken-mail": mailRules,
  "invitation-mail": mailRules,
  "first-password-mail": mailRules,
  "email-change-mails": mailRules,
  "email-changed-mail": mailRules,
  "password-changed-mail": mailRules,
  "inquiry-mail": mailRules,
  // Every kill counts as a try, and giving up would forget recipients. A slice, the last hand-over and the storing of its result take two
  // and a half minutes at most (`api/domain/newsletters/deliver.ts`).
  "mailing-delivery": { expireInSeconds: 180, retryLimit: 100_000, retryDelay: 5, retryBackoff: false },
  "mailing-preview": mailRules,
  "newsletter-failures-mail": mailRules,
  // Longer than one may take (`exportWithinMs`); somebody waits for one whose process died.
  export: { expireInSeconds: 300, retryLimit: 5, retryDelay: 5, retryBackoff: false },
  // As no other runs meanwhile, one of a process that died holds up the next for as long: not much longer than it takes (`workMs`). One that
  // takes longer all the same holds a lock (`refreshLock`), and its next try leaves the work to it.
  "search-refresh": { alone: true, expireInSeconds: 5 * 60, retryLimit: 2, retryDelay: 60 },
  "article-indexing": { expireInSeconds: 10 * 60, retryLimit: 10, retryDelay: 10 },
  sweep: { alone: true, expireInSeconds: 10 * 60, retryLimit: 2, retryDelay: 60 },
};

export interface Jobs {
  /** Has the job done once the transaction is committed, or at `startAt`; never when it is rolled back. */
  enqueue<Name extends JobName>(transaction: Transaction, name: Name, payload: JobPayload<Name>, options?: PutOptions): Promise<void>;
  /** Has one job done for each payload; else as `enqueue`. */
  enqueueAll<Name extends JobName>(transaction: Transaction, name: Name, payloads: readonly JobPayload<Name>[]): Promise<void>;
  /** Gives back the jobs of processes that died, and forgets those that failed a day ago. */
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
  if (isDatabaseAway(error)) return "database unavailable";
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? `${error.constructor.name} ${error.code}` : error.constructor.name;
}

/** Whether a job that failed with this error would fail every time. */
export const isHopeless = (error: unknown): boolean => error instanceof MailRefused;
