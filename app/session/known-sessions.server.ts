/** People by their session tokens, once the API has confirmed them in this process. Admission control has members wait apart from visitors. */
const known = new Map<string, string>();
const most = 5_000;

/** The person whose session it is, where that is confirmed. */
export const findMember = (token: string): string | undefined => known.get(token);

/** The last ones that were confirmed are kept. */
export function rememberSession(token: string, userId: string): void {
  known.delete(token);
  known.set(token, userId);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
}

export const forgetSession = (token: string): boolean => known.delete(token);
