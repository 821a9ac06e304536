import { perProduct } from "~/product.server";

/** User ids by the session tokens that the API has confirmed to this process. Admission control uses them to tell users from visitors. */
const sessions = perProduct("known-sessions", () => new Map<string, string>());
const most = 5_000;

/** The id of the user with this session, if it has been confirmed. */
export const findMember = (token: string): string | undefined => sessions().get(token);

/** Records a confirmed session, dropping the oldest ones beyond the limit. */
export function rememberSession(token: string, userId: string): void {
  const known = sessions();
  known.delete(token);
  known.set(token, userId);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
}

export const forgetSession = (token: string): boolean => sessions().delete(token);
