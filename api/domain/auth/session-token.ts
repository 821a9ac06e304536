import { jwtVerify, SignJWT } from "jose";
import { insertSession, type SessionKey } from "../../db/auth/session";
import type { Transaction } from "../../db/pool";
import type { Services } from "../../services";
import { isId } from "../ids";

const day = 24 * 60 * 60;
const sessionSeconds = 30 * day;

interface SessionStart {
  userId: string;
  /** The password that was checked: it must still be this one. */
  passwordHash: string;
  userAgent: string | undefined;
}

/** A new session's token, good for 30 days; undefined when the password has become another one since it was checked. */
export async function openSession({ config }: Services, tx: Transaction, { userId, passwordHash, userAgent }: SessionStart) {
  const expiresAt = new Date(Date.now() + sessionSeconds * 1000);
  const sessionId = await insertSession(tx, { userId, passwordHash, userAgent: userAgent?.slice(0, 300) ?? null, expiresAt });
  if (sessionId === undefined) return undefined;
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(tokenKey(config));
}

/** What a token says of its session; undefined for one that is none of ours. */
export async function readToken({ config }: Services, token: string): Promise<SessionKey | undefined> {
  try {
    const { payload } = await jwtVerify(token, tokenKey(config), { algorithms: ["HS256"], requiredClaims: ["sub", "exp"] });
    const { sub: userId = "", sid: sessionId } = payload;
    return typeof sessionId === "string" && isId(sessionId) && isId(userId) ? { userId, sessionId } : undefined;
  } catch {
    // Whatever is wrong with a token, its holder is signed out.
    return undefined;
  }
}

const tokenKey = (config: Services["config"]) => new TextEncoder().encode(config.sessionSecret);
