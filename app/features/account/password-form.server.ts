import { z } from "zod";
import { judgePosted, newPasswordAnswer, newPasswordFormFields, newPasswordSecrets } from "~/forms/new-password.server";
import { type FormOf, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { redirectWithFlash } from "~/session/flash.server";
import { forgetSession } from "~/session/known-sessions.server";
import { type requireAccount, signInCookie } from "~/session/session.server";
import { changePassword } from "~/upstream/passwords.server";
import { passwordChangeSchema } from "../../../contract/rest/users";

export const passwordFormSchema = z.object({ currentPassword: passwordChangeSchema.shape.current_password, ...newPasswordFormFields });

export type PasswordForm = FormOf<typeof passwordFormSchema>;

type SessionOfAccount = Awaited<ReturnType<typeof requireAccount>>;

/**
 * Changes the user's password and redirects to `to`. With `renewSession`, the user gets a new session; embedding apps own their session,
 * which stays valid. On failure, returns the form again.
 */
export async function changeByForm(
  { upstream, userId, token, locale }: SessionOfAccount,
  body: FormData,
  { title, to, renewSession }: { title: string; to: string; renewSession: boolean },
) {
  const t = translator(locale);
  const reading = readForm(body, passwordFormSchema, t, { secret: ["currentPassword", ...newPasswordSecrets] });
  if (!reading.ok) return newPasswordAnswer(upstream, reading.form, { body, t }, { title });
  const result = await changePassword(upstream, userId, { ...reading.value, renewSession });
  if (!result.ok) {
    const posted = await judgePosted(upstream, body, { refusal: result });
    return refusalAnswer(result, {}, t, { title, posted });
  }
  const { authToken } = result.data;
  if (authToken === undefined) return redirectWithFlash(to, "passwordChanged");
  forgetSession(token);
  return redirectWithFlash(to, "passwordChanged", { cookies: [signInCookie(authToken)] });
}

/** The user's own words, which make a password weak. The server checks against more. */
export const wordsOf = ({ user }: SessionOfAccount): string[] =>
  [user.firstName, user.lastName, user.client.workspace, user.client.name].filter((word) => word !== null);
