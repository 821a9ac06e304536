import { z } from "zod";
import { openInvitationSchema } from "../../contract/rest/invitations";
import { openConfirmationSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";
import { unlessFailed } from "./failure.server";
import type { Result } from "./result";

/** The link is not valid (any more): altered, expired, used or replaced. */
export type Gone = "gone";

/** Looks up the purpose of a confirmation link; `undefined` if the API fails. */
export const findConfirmation = (upstream: Upstream, token: string) =>
  unlessFailed(orGone(upstream.get(`/email_confirmations/${encodeURIComponent(token)}`, openConfirmationSchema)));

export const confirmEmail = (upstream: Upstream, token: string): Promise<Result<undefined> | Gone> =>
  orGone(upstream.write("POST", `/email_confirmations/${encodeURIComponent(token)}`, z.undefined()));

/** The invitation behind a link; `undefined` if the API fails. */
export const findInvitation = (upstream: Upstream, token: string) =>
  unlessFailed(orGone(upstream.get(`/invitations/${encodeURIComponent(token)}`, openInvitationSchema)));

export const confirmInvitation = (upstream: Upstream, token: string): Promise<Result<undefined> | Gone> =>
  orGone(upstream.write("POST", `/invitations/${encodeURIComponent(token)}/confirmation`, z.undefined()));

/** The result, or `"gone"` if the link is no longer valid. */
export async function orGone<T>(answer: Promise<T>): Promise<T | Gone> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return "gone";
    throw error;
  }
}
