import type { Translate } from "~/i18n/translate";
import { judgePassword } from "~/upstream/passwords.server";
import type { Refusal } from "~/upstream/result";
import { limits } from "../../contract/limits";
import { acceptedScore } from "../../contract/password-score";
import { newPasswordFields } from "../../contract/rest/passwords";
import type { FormState } from "./form-state";
import { rulesOf, type Strength } from "./password-rules";
import { formAnswer } from "./read-form.server";

/** The fields of `NewPasswordFields`, for the schema of a form. */
export const newPasswordFormFields = {
  password: newPasswordFields.password,
  passwordConfirmation: newPasswordFields.password_confirmation,
};

/** Their names, none of which is shown again. */
export const newPasswordSecrets = ["password", "passwordConfirmation"];

/** How a new password is judged: with the words of a link's owner or of the form, beside those of who is signed in. */
interface Judge {
  token?: string;
  words?: string[];
}

/**
 * The answer to a form that lacks something, with all that can be said of the new password in it: nobody learns only from the next try
 * that it is weak, or that the two differ.
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
 * What can be said of the password that a form brought, for a page without script. Undefined for none, and when nobody can judge it just now:
 * an API that has failed the form is not asked once more.
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
