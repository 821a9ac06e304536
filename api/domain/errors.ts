import type { FieldProblem, PageProblem } from "../../contract/errors";

export { isDatabaseAway, isDatabaseFull } from "../db/away";
export { DrawingBusy } from "../files/drawing";
export { StoreFailed, StoreFull } from "../files/errors";

/** What can go wrong by the rules of the domain. Status and text are given in `api/http/errors.ts`. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
}

/** Not there, not yours, or another workspace's: nobody can tell which. */
export class NotFound extends DomainError {
  readonly code = "not_found";
}

/** Visible, but this is for others to do. */
export class NotAllowed extends DomainError {
  readonly code = "not_allowed";
}

/** Nobody removes the owner of a workspace, nor do they themselves. */
export class OwnerStays extends DomainError {
  readonly code = "owner_stays";
}

/** Nobody gives the owner of a workspace another role, or removes them. */
export class OwnerUnchanged extends DomainError {
  readonly code = "owner_unchanged";
}

/** Nobody changes the owner of a team, nor do they themselves. */
export class TeamOwnerStays extends DomainError {
  readonly code = "team_owner_stays";
}

/** A key of an embedding app counts once. */
export class KeyUsed extends DomainError {
  readonly code = "key_used";
}

/** A team keeps its last owner. */
export class LastOwner extends DomainError {
  readonly code = "last_owner";
}

/** No session, or one that is over. */
export class SignedOut extends DomainError {
  readonly code = "signed_out";
}

/** Signed in with a password that somebody else made, which has to be changed first. */
export class PasswordExpired extends DomainError {
  readonly code = "password_expired";
}

/** Workspace, address or password is wrong; nobody learns which. */
export class WrongCredentials extends DomainError {
  readonly code = "wrong_credentials";
}

/** The credentials are right, but the address has not been confirmed yet. */
export class AddressUnconfirmed extends DomainError {
  readonly code = "address_unconfirmed";
}

/** The operator has closed the workspace for now: nobody of it gets in. */
export class ClientDisabled extends DomainError {
  readonly code = "client_disabled";
}

export class TooManyAttempts extends DomainError {
  readonly code = "too_many_attempts";
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** It was sent a moment ago, and is not sent once more yet. */
export class JustSent extends DomainError {
  readonly code = "just_sent";
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** Somebody has as many exports as may be kept. */
export class TooManyExports extends DomainError {
  readonly code = "too_many_exports";
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** The disk has hardly any room: nothing more is written for now. */
export class NoRoom extends DomainError {
  readonly code = "no_room";
}

/** Too much of the same kind is under way; trying again helps. */
export class Busy extends DomainError {
  readonly code = "busy";
}

/** Somebody else changed it since it was read. */
export class Outdated extends DomainError {
  readonly code = "outdated";
}

/** A newsletter that somebody else saved meanwhile, or that no longer changes; with what is stored. */
export class MailingConflict<Stored> extends DomainError {
  readonly code = "mailing_conflict";
  constructor(
    readonly reason: "outdated" | "scheduled" | "published",
    readonly stored: Stored,
  ) {
    super();
  }
}

/** As many mails to typed addresses were sent as are allowed for now; with the field that asked for more. */
export class MailLimitReached extends DomainError {
  readonly code = "mail_limit_reached";
  constructor(
    readonly problems: FieldProblems,
    readonly retryAfterSeconds: number,
  ) {
    super();
  }
}

/** It is still being made. */
export class NotReady extends DomainError {
  readonly code = "not_ready";
}

/** What is wrong with fields, by their wire names. */
export type FieldProblems = Record<string, FieldProblem[]>;

/** Fields, in wire names, that a person can mend. */
export class InvalidFields extends DomainError {
  readonly code = "invalid";
  constructor(readonly problems: FieldProblems) {
    super();
  }
}

/** Throws `InvalidFields` when there is any problem; all at once, so that nobody has to try twice. */
export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}

/** Somebody else's web page could not be read. */
export class PageUnread extends DomainError {
  readonly code = "page_unread";
  constructor(
    readonly problem: PageProblem,
    /** What its text needs: the server's name, and the largest size in megabytes. */
    readonly values: { host: string; max: number },
  ) {
    super();
  }
}
