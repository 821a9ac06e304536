import type { FieldProblem, PageProblem } from "../../contract/errors";

export { isDatabaseFull, isDatabaseUnavailable } from "../db/unavailable";
export { DrawingBusy } from "../files/drawing";
export { StoreFailed, StoreFull } from "../files/errors";
export { RateLimitReached } from "../rate-limits";

/** A violated rule of the domain. `api/http/errors.ts` maps it to a status and a text. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
}

/** The object does not exist, is hidden from the viewer, or is in another workspace; deliberately indistinguishable. */
export class NotFound extends DomainError {
  readonly code = "not_found";
}

/** The viewer may see the object, but not do this with it. */
export class NotAllowed extends DomainError {
  readonly code = "not_allowed";
}

/** The owner of a workspace cannot close their account. */
export class OwnerStays extends DomainError {
  readonly code = "owner_stays";
}

/** The owner of a workspace cannot be removed or given another role. */
export class OwnerUnchanged extends DomainError {
  readonly code = "owner_unchanged";
}

/** The membership of a team owner cannot be changed, not even by the owner. */
export class TeamOwnerStays extends DomainError {
  readonly code = "team_owner_stays";
}

/** The key of the embedding app has already been used. */
export class KeyUsed extends DomainError {
  readonly code = "key_used";
}

/** Something in the trash cannot be restored, because the folder it was in is in the trash too, or gone. */
export class FolderMissing extends DomainError {
  readonly code = "folder_missing";
}

/** A comment in the trash cannot be restored, because its article is in the trash too, or gone. */
export class ArticleMissing extends DomainError {
  readonly code = "article_missing";
}

/** The only owner of a team cannot leave it. */
export class LastOwner extends DomainError {
  readonly code = "last_owner";
}

/** There is no session, or it has ended. */
export class SignedOut extends DomainError {
  readonly code = "signed_out";
}

/** The API key is unknown, expired or revoked. */
export class ApiKeyRefused extends DomainError {
  readonly code = "api_key_refused";
}

/** The scopes of the API key do not include the call. */
export class ScopeMissing extends DomainError {
  readonly code = "scope_missing";
}

/** Someone else set the password, so it has to be changed first. */
export class PasswordExpired extends DomainError {
  readonly code = "password_expired";
}

/** The password is right, but was generated too long ago. */
export class FirstPasswordEnded extends DomainError {
  readonly code = "first_password_ended";
}

/** Workspace, address or password is wrong. The response does not reveal which. */
export class WrongCredentials extends DomainError {
  readonly code = "wrong_credentials";
}

/** The credentials are right, but the address has not been confirmed yet. */
export class AddressUnconfirmed extends DomainError {
  readonly code = "address_unconfirmed";
}

/** The operator has disabled the workspace: its members cannot sign in or use it. */
export class ClientDisabled extends DomainError {
  readonly code = "client_disabled";
}

/** The mail was sent a moment ago and cannot be sent again yet. */
export class JustSent extends DomainError {
  readonly code = "just_sent";
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** The viewer already has the maximum number of unexpired exports. */
export class TooManyExports extends DomainError {
  readonly code = "too_many_exports";
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** The disk is almost full, so nothing is written for now. */
export class InsufficientStorage extends DomainError {
  readonly code = "insufficient_storage";
}

/** Too many tasks of this kind are running or waiting; a retry can succeed. */
export class Busy extends DomainError {
  readonly code = "busy";
}

/** The object was changed since the client read it. */
export class Outdated extends DomainError {
  readonly code = "outdated";
}

/** The newsletter was changed by somebody else or is no longer a draft; `stored` is its current version. */
export class NewsletterConflict<Stored> extends DomainError {
  readonly code = "newsletter_conflict";
  constructor(
    readonly reason: "outdated" | "scheduled" | "published",
    readonly stored: Stored,
  ) {
    super();
  }
}

/** Too many mails to typed addresses; `problems` names the field with the addresses. */
export class MailLimitReached extends DomainError {
  readonly code = "mail_limit_reached";
  constructor(
    readonly problems: FieldProblems,
    readonly retryAfterSeconds: number,
  ) {
    super();
  }
}

/** The export is still being written. */
export class NotReady extends DomainError {
  readonly code = "not_ready";
}

/** Problems by field, under the domain's field names; `api/http/texts.ts` converts these to wire names. */
export type FieldProblems = Record<string, FieldProblem[]>;

/** Input that the user can correct. */
export class InvalidFields extends DomainError {
  readonly code = "invalid";
  constructor(readonly problems: FieldProblems) {
    super();
  }
}

/** Throws `InvalidFields` if there are problems. Collect all of them first, so that the user sees them at once. */
export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}

/** The web page to import could not be read. */
export class PageUnread extends DomainError {
  readonly code = "page_unread";
  constructor(
    readonly problem: PageProblem,
    /** Values for its text: the host, and the maximum size in megabytes. */
    readonly values: { host: string; max: number },
  ) {
    super();
  }
}
