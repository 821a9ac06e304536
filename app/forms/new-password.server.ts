import type { Translate } from "~/i18n/translate";
import { judgePassword } from "~/upstream/passwords.server";
import type { Refusal } from "~/upstream/result";
import * as limits from "../../contract/limits";
import { acceptedScore } from "../../contract/password-score";
import { newPasswordFields } from "../../contract/rest/passwords";
import type { FormState } from "./form-state";
import { rulesOf, type Strength } from "./password-rules";
import { formAnswer } from "./read-form.server";

/** The schema of the fields in `NewPasswordFields`. */
export const newPasswordFormFields = {
  password: newPasswordFields.password,
  passwordConfirmation: newPasswordFields.password_confirmation,
};

/** The names of these fields, which are never sent back. */
export const newPasswordSecrets = ["password", "passwordConfirmation"] as const;

/** The context for rating a password, in addition to the signed-in user: the words of a link's owner or of the form. */
interface Judge {
  token?: string;
  words?: string[];
}

/**
 * The response to an invalid form, with all errors of its new password, so that the user does not learn only after the next attempt that it
 * is weak or that the two differ.
 */
export async function newPasswordAnswer<T extends object>(
  upstream: Parameters<typeof judgePassword>[0],
  form: FormState,
  { body, t, ...judge }: Judge & { body: FormData; t: Translate },
  rest: T,
) {
  const posted = await judgePosted(upstream, body, judge);
  const [password, again] = newPasswordSecrets.map((name) => body.get(name));
  const errors = {
    ...(posted?.score !== undefined && posted.score < acceptedScore ? { password: [t("errors:weakPassword")] } : {}),
    ...(password && again && password !== again ? { passwordConfirmation: [t("errors:notSamePassword")] } : {}),
    ...form.errors,
  };
  return formAnswer({ ...form, errors }, { ...rest, posted });
}

/**
 * The strength of the posted password, for pages without JavaScript. Undefined for an empty one, and if it cannot be rated: an API that has
 * just failed is not called again.
 */
export async function judgePosted(
  upstream: Parameters<typeof judgePassword>[0],
  body: FormData,
  { refusal, ...knownBy }: Judge & { refusal?: Refusal } = {},
): Promise<Strength | undefined> {
  const password = body.get("password");
  if (refusal && refusal.status >= 500) return undefined;
  if (typeof password !== "string" || password === "" || password.length > limits.password) return undefined;
  const judged = await judgePassword(upstream, { password, ...knownBy });
  return judged.ok ? { score: judged.data.score, rules: rulesOf(password) } : undefined;
}
