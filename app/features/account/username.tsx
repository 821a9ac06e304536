/** For password managers, which ask whose password it is; nothing where nobody knows. */
export function Username({ email }: { email: string | undefined }) {
  return email === undefined ? null : <input type="hidden" name="username" autoComplete="username" value={email} />;
}
