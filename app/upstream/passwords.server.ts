import { z } from "zod";
import { strengthSchema } from "../../contract/rest/passwords";
import { userSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";
import { orGone } from "./mail-links.server";

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** Asks for a mail with a link; the answer is the same whoever asks. */
export const requestPasswordReset = (upstream: Upstream, account: { workspace: string; email: string }) =>
  upstream.write("POST", "/password_resets", z.undefined(), account);

/** Sets a password by the secret of the mail's link. */
export const resetPassword = (upstream: Upstream, token: string, password: NewPassword) =>
  orGone(upstream.write("PUT", `/password_resets/${encodeURIComponent(token)}`, z.undefined(), password));

/** Changes one's own password; all other sessions end. */
export const changePassword = (upstream: Upstream, userId: string, change: NewPassword & { currentPassword: string }) =>
  upstream.write("PUT", `/users/${encodeURIComponent(userId)}`, userSchema, { user: change });

interface Judged {
  password: string;
  /** The secret of a link: the words of its owner count too. */
  token?: string;
  words?: string[];
}

/** How strong a password is. */
export const judgePassword = (upstream: Upstream, judged: Judged) => upstream.write("POST", "/password_strength", strengthSchema, judged);
