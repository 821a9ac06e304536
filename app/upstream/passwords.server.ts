import { z } from "zod";
import { passwordResetSchema, strengthSchema } from "../../contract/rest/passwords";
import { changedUserSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";
import { orUnplaced, unlessFailed, unlessGone } from "./failure.server";
import { orGone } from "./mail-links.server";

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** Requests a mail with a reset link. The response does not reveal whether the account exists. */
export const requestPasswordReset = (upstream: Upstream, account: { workspace: string; email: string }) =>
  orUnplaced(upstream.write("POST", "/password_resets", z.undefined(), account));

/** Whether a reset link is still valid; `undefined` if the API fails. */
export const isGoodResetLink = async (upstream: Upstream, token: string): Promise<boolean | undefined> =>
  (await unlessFailed(unlessGone(upstream.get(resetPath(token), passwordResetSchema))))?.isGood;

const resetPath = (token: string) => `/password_resets/${encodeURIComponent(token)}`;

/** Sets a password, given the token of a reset link. */
export const resetPassword = (upstream: Upstream, token: string, password: NewPassword) =>
  orGone(upstream.write("PUT", resetPath(token), z.undefined(), password));

interface PasswordChange extends NewPassword {
  currentPassword: string;
  renewSession: boolean;
}

/**
 * Changes the user's own password and ends all other sessions. With `renewSession`, the current one ends as well, and the result contains
 * the token of a new one, unless the API does not support that.
 */
export const changePassword = (upstream: Upstream, userId: string, change: PasswordChange) =>
  upstream.write("PUT", `/users/${encodeURIComponent(userId)}`, changedUserSchema, { user: change });

interface Judged {
  password: string;
  /** The token of a reset link: includes its owner's own words in the rating. */
  token?: string;
  words?: string[];
}

export const judgePassword = (upstream: Upstream, judged: Judged) => upstream.write("POST", "/password_strength", strengthSchema, judged);
