import { z } from "zod";
import { passwordResetSchema, strengthSchema } from "../../contract/rest/passwords";
import { changedUserSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";
import { unlessFailed, unlessGone } from "./failure.server";
import { orGone } from "./mail-links.server";

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** Asks for a mail with a link; the answer is the same whoever asks. */
export const requestPasswordReset = (upstream: Upstream, account: { workspace: string; email: string }) =>
  upstream.write("POST", "/password_resets", z.undefined(), account);

/** Whether a mail's link can still set a password; `undefined` while the API does not say. */
export const isGoodResetLink = async (upstream: Upstream, token: string): Promise<boolean | undefined> =>
  (await unlessFailed(unlessGone(upstream.get(resetPath(token), passwordResetSchema))))?.isGood;

const resetPath = (token: string) => `/password_resets/${encodeURIComponent(token)}`;

/** Sets a password by the secret of the mail's link. */
export const resetPassword = (upstream: Upstream, token: string, password: NewPassword) =>
  orGone(upstream.write("PUT", resetPath(token), z.undefined(), password));

interface PasswordChange extends NewPassword {
  currentPassword: string;
  renewSession: boolean;
}

/**
 * Changes one's own password; all other sessions end. With `renewSession` the one that asks does too, and the answer has the token of a new one; an
 * API that knows none keeps it.
 */
export const changePassword = (upstream: Upstream, userId: string, change: PasswordChange) =>
  upstream.write("PUT", `/users/${encodeURIComponent(userId)}`, changedUserSchema, { user: change });

interface Judged {
  password: string;
  /** The secret of a link: the words of its owner count too. */
  token?: string;
  words?: string[];
}

/** How strong a password is. */
export const judgePassword = (upstream: Upstream, judged: Judged) => upstream.write("POST", "/password_strength", strengthSchema, judged);
