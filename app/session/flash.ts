export const flashTypes = ["error", "warning", "success"] as const;
export const flashKeys = [
  "saved",
  "commentSaved",
  "commentDeleted",
  "commentGone",
  "articleDeleted",
  "articleGone",
  "articleCopied",
  "articleMoved",
  "folderDeleted",
  "folderGone",
  "teamDeleted",
  "teamGone",
  "teamLeft",
  "feedRevoked",
  "feedGone",
  "tagDeleted",
  "tagGone",
  "tagsMerged",
  "memberDeleted",
  "memberGone",
  "invitationSent",
  "invitationsSent",
  "invitationDeleted",
  "invitationGone",
  "mailingDeleted",
  "mailingPreviewed",
  "mailingScheduled",
  "mailingPublished",
  "mailingUnscheduled",
  "mailingStopped",
  "mailingResent",
  "mailingGone",
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

/** Shown once after an action. Its text, `flash:{key}`, is rendered on the server, so that no page has to load all of them. */
export interface FlashMessage {
  type: (typeof flashTypes)[number];
  key: (typeof flashKeys)[number];
  uuid: string;
  /** The name of the affected item, for texts that include it. */
  name?: string | undefined;
  /** The affected article, which the message links to. */
  articleId?: string | undefined;
}
