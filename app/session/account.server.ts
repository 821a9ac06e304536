import { requestId } from "~/http/request-id.server";
import type { Upstream } from "~/upstream/client.server";
import { requireUser } from "~/upstream/users.server";
import { rememberSession } from "./known-sessions.server";
import { unseenSince } from "./seen-stream.server";

export type Account = Awaited<ReturnType<typeof requireUser>>;

interface Asker {
  upstream: Upstream;
  userId: string;
  token: string;
}

const underWay = new Map<string, Promise<Account>>();

/**
 * The account of who is signed in. Root, page and overlay ask at the same moment, and it is read once for all of them; nothing is
 * kept for later, because the next moment it may be another one. Throws like `Upstream.get`.
 */
export async function readAccount(request: Request, { upstream, userId, token }: Asker): Promise<Account> {
  const key = `${requestId(request)} ${token}`;
  const asked = underWay.get(key) ?? requireUser(upstream, userId, { newsAfter: unseenSince(request) }).finally(() => underWay.delete(key));
  underWay.set(key, asked);
  try {
    const account = await asked;
    rememberSession(token, account.id);
    return account;
  } catch (error) {
    // Each asker gets an answer of its own: the body of one can be read once.
    throw error instanceof Response ? error.clone() : error;
  }
}
