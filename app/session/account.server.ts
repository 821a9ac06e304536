import { requestId } from "~/http/request-id.server";
import { perProduct } from "~/product.server";
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

const accounts = perProduct("accounts", () => new Map<string, Promise<Account>>());

/**
 * The account of the signed-in user. The loaders of root, page and overlay run concurrently and share one call. It is not cached beyond
 * that, because it may change. Throws like `Upstream.get`.
 */
export async function readAccount(request: Request, { upstream, userId, token }: Asker): Promise<Account> {
  const underWay = accounts();
  const key = `${requestId(request)} ${token}`;
  const asked = underWay.get(key) ?? requireUser(upstream, userId, { newsAfter: unseenSince(request) }).finally(() => underWay.delete(key));
  underWay.set(key, asked);
  try {
    const account = await asked;
    rememberSession(token, account.id);
    return account;
  } catch (error) {
    // A separate response for each caller, because a body can be read only once.
    throw error instanceof Response ? error.clone() : error;
  }
}
