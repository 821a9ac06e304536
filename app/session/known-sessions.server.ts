/** User ids by the session tokens that the API has confirmed to this process. Admission control uses them to tell users from visitors. */
const known = new Map<string, string>();
const most = 5_000;

/** The id of the user with this session, if it has been confirmed. */
export const findMember = (token: string): string | undefined => known.get(token);

/** Records a confirmed session, dropping the oldest ones beyond the limit. */
export function rememberSession(token: string, userId: string): void {
  known.delete(token);
  known.set(token, userId);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
}

export const forgetSession = (token: string): boolean => known.delete(token);
