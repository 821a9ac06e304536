import { redirect } from "@remix-run/node";
import { z } from "zod";
import { judgePosted, newPasswordAnswer, newPasswordFormFields, newPasswordSecrets } from "~/forms/new-password.server";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { forgetSession } from "~/session/known-sessions.server";
import { showNotice } from "~/session/notices.server";
import { type requireAccount, signInCookie } from "~/session/session.server";
import { changePassword } from "~/upstream/passwords.server";
import { passwordChangeSchema } from "../../../contract/rest/users";

const formSchema = z.object({ currentPassword: passwordChangeSchema.shape.current_password, ...newPasswordFormFields });

type SessionOfAccount = Awaited<ReturnType<typeof requireAccount>>;

/**
 * Changes one's own password by a form, and goes on to `to`, with `renewSession` in a session of its own; answers the form again when that was not
 * possible. The session of an embedding app is the app's, and stays.
 */
export async function changeByForm(
  { upstream, userId, token, locale }: SessionOfAccount,
  body: FormData,
  { title, to, renewSession }: { title: string; to: string; renewSession: boolean },
) {
  const t = translator(locale);
  const reading = readForm(body, formSchema, t, { secret: ["currentPassword", ...newPasswordSecrets] });
  if (!reading.ok) return newPasswordAnswer(upstream, reading.form, { body, t }, { title });
  const result = await changePassword(upstream, userId, { ...reading.value, renewSession });
  if (!result.ok) {
    const posted = await judgePosted(upstream, body, { refusal: result });
    return formAnswer(refusedForm(result, {}, t), { title, posted }, refusalInit(result));
  }
  const headers = new Headers({ "Set-Cookie": showNotice("success", "passwordChanged") });
  const { authToken } = result.data;
  if (authToken !== undefined) {
    forgetSession(token);
    headers.append("Set-Cookie", signInCookie(authToken));
  }
  return redirect(to, { headers });
}

/** What the browser judges a password by, beside what the server knows. */
export const wordsOf = ({ user }: SessionOfAccount): string[] =>
  [user.firstName, user.lastName, user.client.workspace, user.client.name].filter((word) => word !== null);
