export const noticeTypes = ["error", "warning", "success"] as const;
export const noticeKeys = [
  "saved",
  "commentSaved",
  "commentDeleted",
  "articleDeleted",
  "articleCopied",
  "folderDeleted",
  "teamDeleted",
  "teamLeft",
  "feedRevoked",
  "tagDeleted",
  "tagsMerged",
  "memberDeleted",
  "invitationSent",
  "invitationsSent",
  "invitationDeleted",
  "mailingDeleted",
  "mailingPreviewed",
  "mailingScheduled",
  "mailingPublished",
  "mailingUnscheduled",
  "mailingStopped",
  "mailingResent",
  "signedOut",
  "signedOutHere",
  "passwordResetSent",
  "passwordReset",
  "passwordChanged",
  "sessionEnded",
  "sessionsEnded",
  "emailChangeSent",
  "emailChangeCancelled",
  "accountClosed",
  "failed",
] as const;

/** Shown once after an action. Its text is `notices:{key}`, which the server says: no page gets all of them. */
export interface Notice {
  type: (typeof noticeTypes)[number];
  key: (typeof noticeKeys)[number];
  uuid: string;
  /** Of what it is about, where its text says it. */
  name?: string | undefined;
}
