import type { Refusal } from "~/upstream/client.server";
import { judgePassword } from "~/upstream/passwords.server";
import { limits } from "../../contract/limits";
import { newPasswordFields } from "../../contract/rest/passwords";
import { rulesOf, type Strength } from "./password-rules";

/** The fields of `NewPasswordFields`, for the schema of a form. */
export const newPasswordFormFields = {
  password: newPasswordFields.password,
  passwordConfirmation: newPasswordFields.password_confirmation,
};

/** Their names, none of which is shown again. */
export const newPasswordSecrets = ["password", "passwordConfirmation"];

/**
 * What can be said of the password that a form brought, for a page without script; with the words of a link's owner or of the
 * form beside those of who is signed in. Undefined for none, and when nobody can judge it just now: an API that has failed the
 * form is not asked once more.
 */
export async function judgePosted(
  upstream: Parameters<typeof judgePassword>[0],
  body: FormData,
  { refusal, ...knownBy }: { token?: string; words?: string[]; refusal?: Refusal } = {},
): Promise<Strength | undefined> {
  const password = body.get("password");
  if (refusal && refusal.status >= 500) return undefined;
  if (typeof password !== "string" || password === "" || password.length > limits.password) return undefined;
  const judged = await judgePassword(upstream, { password, ...knownBy });
  return judged.ok ? { score: judged.data.score, rules: rulesOf(password) } : undefined;
}
