/** Tells password managers whose password a form contains. */
export function Username({ email }: { email: string | undefined }) {
  return email === undefined ? null : <input type="hidden" name="username" autoComplete="username" value={email} />;
}
