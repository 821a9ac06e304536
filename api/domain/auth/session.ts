import { setTimeout as sleep } from "node:timers/promises";
import {
  deleteExpiredSessions,
  endOtherSessions,
  endOwnSession,
  endSession,
  findAccount,
  findViewer,
  listSessions,
  type SessionKey,
  type SessionRow,
} from "../../db/auth/session";
import { inTransaction } from "../../db/pool";
import type { SignedIn, Viewer } from "../../permissions/viewer";
import { pseudonym } from "../../rate-limits";
import type { Services } from "../../services";
import { revokeApiKeys } from "../account/api-keys";
import { AddressUnconfirmed, ClientDisabled, FirstPasswordEnded, NotFound, SignedOut, WrongCredentials } from "../errors";
import { requireId } from "../ids";
import { record, recordFailedSignIn } from "../workspace/audit";
import { isPassword } from "./passwords";
import { openSession, readToken } from "./session-token";
import { beginSignIn } from "./sign-in-attempts";
import { remindOfSignUp } from "./sign-up";

/** Longer than it takes to record a failure, so that the time does not reveal whether the workspace exists. */
const evenMs = 50;

export interface Credentials {
  workspace: string;
  email: string;
  password: string;
}

export interface Visitor {
  userAgent?: string | undefined;
  /** The client's address; undefined without a trusted proxy. */
  address?: string | undefined;
  /** The secret that this browser keeps for its next sign-in. */
  device?: string | undefined;
  /** Of the request, for the log. */
  requestId: string;
}

/**
 * Returns a token that is valid for 30 days. Throws `WrongCredentials`, in the same way and after the same time for any wrong part, and
 * `RateLimitReached` after repeated failures for one account or from one address. With the right password, throws `AddressUnconfirmed` before
 * a sign-up is confirmed, whose mail is then sent again, `FirstPasswordEnded`, and `ClientDisabled` in a workspace that the operator has disabled.
 */
export async function signIn(
  services: Services,
  { workspace, email, password }: Credentials,
  { userAgent, ...visitor }: Visitor,
): Promise<string> {
  const { config, database, log } = services;
  const found = await findAccount(database.db, workspace, email);
  // By the account if there is one: PostgreSQL treats more spellings of an address as equal than JavaScript ("İ" and "i").
  const account = found?.userId ?? `${workspace}\0${email.toLowerCase()}`;
  const succeed = await beginSignIn(services, { account, address: visitor.address, device: visitor.device });
  const refuse = async () => {
    log.info(
      { requestId: visitor.requestId, account: pseudonym(config.sessionSecrets[0], "sign-in", account).slice(0, 12) },
      "sign-in refused",
    );
    await Promise.all([recordFailedSignIn(services, { workspace, userId: found?.userId ?? null }), sleep(evenMs)]);
    return new WrongCredentials();
  };
  if (!(await isPassword(password, found?.passwordHash)) || !found) throw await refuse();
  await succeed();
  if (found.disabledAt) throw new ClientDisabled();
  if (!found.confirmedAt) {
    await remindOfSignUp(services, found.userId);
    throw new AddressUnconfirmed();
  }
  if (found.firstPasswordUntil && found.firstPasswordUntil < new Date()) throw new FirstPasswordEnded();

  const { userId, clientId, passwordHash } = found;
  const token = await inTransaction(database, async (tx) => {
    await deleteExpiredSessions(tx, userId, new Date());
    const opened = await openSession(services, tx, { userId, passwordHash, userAgent });
    if (opened !== undefined) await record(tx, { clientId, userId }, { kind: "signedIn" });
    return opened;
  });
  if (token === undefined) throw await refuse();
  return token;
}

/** The person whose token this is, as stored now. Throws `SignedOut` and `ClientDisabled`. */
export async function requireViewer(services: Services, token: string | undefined): Promise<SignedIn> {
  const viewer = await findViewer(services.database.db, await requireSessionKey(services, token));
  if (!viewer) throw new SignedOut();
  if (viewer === "disabled") throw new ClientDisabled();
  return viewer;
}

/** The session of a token, which may have ended. Throws `SignedOut` for an invalid token. */
export async function requireSessionKey(services: Services, token: string | undefined): Promise<SessionKey> {
  const key = token === undefined ? undefined : await readToken(services, token);
  if (!key) throw new SignedOut();
  return key;
}

/** Ends this session; its token becomes invalid. */
export async function signOut({ database }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(database, async (tx) => {
    if (await endSession(tx, viewer.sessionId)) await record(tx, viewer, { kind: "signedOut" });
  });
}

export type { SessionKey };

export type ActiveSession = SessionRow & { current: boolean };

/** The viewer's sessions that have not ended, newest first. */
export async function listOwnSessions({ database }: Services, viewer: Viewer): Promise<ActiveSession[]> {
  const rows = await listSessions(database.db, viewer);
  return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
}

/** Ends one of the viewer's sessions. Throws `NotFound`. */
export async function signOutElsewhere({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    if (!(await endOwnSession(tx, viewer, requireId(id)))) throw new NotFound();
    await record(tx, viewer, { kind: id === viewer.sessionId ? "signedOut" : "sessionEnded" });
  });
}

/** Ends all sessions of the viewer except the current one, and revokes their API keys. */
export async function signOutEverywhereElse({ database }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(database, async (tx) => {
    const ended = await endOtherSessions(tx, viewer.userId, viewer.sessionId);
    if (ended > 0) await record(tx, viewer, { kind: "sessionsEnded" });
    await revokeApiKeys(tx, viewer);
  });
}
