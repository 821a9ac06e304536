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
import type { Services } from "../../services";
import { AddressUnconfirmed, ClientDisabled, NotFound, SignedOut, WrongCredentials } from "../errors";
import { requireId } from "../ids";
import { counterKey } from "../rate-limit";
import { record, recordFailedSignIn } from "../workspace/audit";
import { isPassword } from "./passwords";
import { openSession, readToken } from "./session-token";
import { createSignInAttempts } from "./sign-in-attempts";
import { createSignUpReminder } from "./sign-up";

/** Longer than a failure takes to be written down, so that the time does not tell whether there is such a workspace. */
const evenMs = 50;

export interface Credentials {
  workspace: string;
  email: string;
  password: string;
}

export interface Visitor {
  userAgent?: string | undefined;
  /** Where the request came from; undefined when no proxy is trusted to say it. */
  address?: string | undefined;
  /** The secret that this browser keeps for its next sign-in. */
  device?: string | undefined;
  /** Of the request, for the log. */
  requestId: string;
}

/**
 * The way in, from credentials to a token that is good for 30 days. Throws `WrongCredentials`, alike and after the same
 * time whatever is wrong, `TooManyAttempts` after repeated failures for one account or from one address, and
 * `AddressUnconfirmed` to somebody who signed up and knows the password; the mail with the link is then sent again. `ClientDisabled` to
 * who knows the password in a workspace that the operator has closed.
 */
export function createSignIn(services: Services) {
  const { config, database, log } = services;
  const remindOfSignUp = createSignUpReminder(services);
  const beginAttempt = createSignInAttempts(services);

  return async function signIn({ workspace, email, password }: Credentials, { userAgent, ...visitor }: Visitor): Promise<string> {
    const found = await findAccount(database.db, workspace, email);
    // By the account where there is one: PostgreSQL takes more spellings of an address for the same than JavaScript does ("İ" for "i").
    const account = found?.userId ?? `${workspace}\0${email.toLowerCase()}`;
    const succeed = await beginAttempt({ account, address: visitor.address, device: visitor.device });
    const refuse = async () => {
      log.info({ requestId: visitor.requestId, account: counterKey(config, "sign-in", account).slice(0, 12) }, "sign-in refused");
      await Promise.all([recordFailedSignIn(services, { workspace, userId: found?.userId ?? null }), sleep(evenMs)]);
      return new WrongCredentials();
    };
    if (!(await isPassword(password, found?.passwordHash)) || !found) throw await refuse();
    await succeed();
    if (found.disabledAt) throw new ClientDisabled();
    if (!found.confirmedAt) {
      await remindOfSignUp(found.userId);
      throw new AddressUnconfirmed();
    }

    const { userId, clientId, passwordHash } = found;
    const token = await inTransaction(database, async (tx) => {
      await deleteExpiredSessions(tx, userId, new Date());
      const opened = await openSession(services, tx, { userId, passwordHash, userAgent });
      if (opened !== undefined) await record(tx, { clientId, userId }, { kind: "signedIn" });
      return opened;
    });
    if (token === undefined) throw await refuse();
    return token;
  };
}

/** Who holds this token, as they are at this moment. Throws `SignedOut` and `ClientDisabled`. */
export async function requireViewer(services: Services, token: string | undefined): Promise<SignedIn> {
  const viewer = await findViewer(services.database.db, await requireSessionKey(services, token));
  if (!viewer) throw new SignedOut();
  if (viewer === "disabled") throw new ClientDisabled();
  return viewer;
}

/** The session that a token was given for; whether it lasts is not asked. Throws `SignedOut` for a token that is none. */
export async function requireSessionKey(services: Services, token: string | undefined): Promise<SessionKey> {
  const key = token === undefined ? undefined : await readToken(services, token);
  if (!key) throw new SignedOut();
  return key;
}

/** Ends this session; its token is worth nothing from here on. */
export async function signOut({ database }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(database, async (tx) => {
    if (await endSession(tx, viewer.sessionId)) await record(tx, viewer, { kind: "signedOut" });
  });
}

export type { SessionKey };

/** Where somebody is signed in. */
export type ActiveSession = SessionRow & { current: boolean };

/** One's own sessions that are not over, the newest first. */
export async function listOwnSessions({ database }: Services, viewer: Viewer): Promise<ActiveSession[]> {
  const rows = await listSessions(database.db, viewer);
  return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
}

/** Ends one of one's own sessions. Throws `NotFound`. */
export async function signOutElsewhere({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    if (!(await endOwnSession(tx, viewer, requireId(id)))) throw new NotFound();
    await record(tx, viewer, { kind: id === viewer.sessionId ? "signedOut" : "sessionEnded" });
  });
}

/** Ends all of one's own sessions but the one that asks. */
export async function signOutEverywhereElse({ database }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(database, async (tx) => {
    const ended = await endOtherSessions(tx, viewer.userId, viewer.sessionId);
    if (ended > 0) await record(tx, viewer, { kind: "sessionsEnded" });
  });
}
