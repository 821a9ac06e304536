import { SignJWT } from "jose";
import { insertSession, type SessionKey } from "../../db/auth/session";
import type { Transaction } from "../../db/pool";
import type { Services } from "../../services";
import { isId } from "../ids";
import { readClaims } from "../signed-tokens";

const day = 24 * 60 * 60;
const sessionSeconds = 30 * day;

interface SessionStart {
  userId: string;
  /** The hash that was checked; no session starts if another one is stored by now. */
  passwordHash: string;
  userAgent: string | undefined;
}

/** The token of a new session, valid for 30 days; undefined if the password was changed since it was checked. */
export async function openSession({ config }: Services, tx: Transaction, { userId, passwordHash, userAgent }: SessionStart) {
  const expiresAt = new Date(Date.now() + sessionSeconds * 1000);
  const sessionId = await insertSession(tx, { userId, passwordHash, userAgent: userAgent?.slice(0, 300) ?? null, expiresAt });
  if (sessionId === undefined) return undefined;
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(toKey(config.sessionSecrets[0]));
}

/** The session that a token names; undefined if the token is invalid or expired. */
export async function readToken({ config }: Services, token: string): Promise<SessionKey | undefined> {
  const claims = await readClaims(token, config.sessionSecrets.map(toKey), { requiredClaims: ["sub", "exp"] });
  const { sub: userId = "", sid: sessionId } = claims ?? {};
  return typeof sessionId === "string" && isId(sessionId) && isId(userId) ? { userId, sessionId } : undefined;
}

const toKey = (secret: string) => new TextEncoder().encode(secret);
