import { z } from "zod";
import { openInvitationSchema } from "../../contract/rest/invitations";
import { openConfirmationSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";
import { unlessFailed } from "./failure.server";
import type { Result } from "./result";

/** What the link of a mail answers when it is not good any more: altered, expired, used or made void. */
export type Gone = "gone";

/** What a mail's link would confirm; `undefined` while the API does not say. */
export const findConfirmation = (upstream: Upstream, token: string) =>
  unlessFailed(orGone(upstream.get(`/email_confirmations/${encodeURIComponent(token)}`, openConfirmationSchema)));

export const confirmEmail = (upstream: Upstream, token: string): Promise<Result<undefined> | Gone> =>
  orGone(upstream.write("POST", `/email_confirmations/${encodeURIComponent(token)}`, z.undefined()));

/** What the link invites to; `undefined` while the API does not answer, which is not an error. */
export const findInvitation = (upstream: Upstream, token: string) =>
  unlessFailed(orGone(upstream.get(`/invitations/${encodeURIComponent(token)}`, openInvitationSchema)));

/** Accepts an invitation. */
export const confirmInvitation = (upstream: Upstream, token: string): Promise<Result<undefined> | Gone> =>
  orGone(upstream.write("POST", `/invitations/${encodeURIComponent(token)}/confirmation`, z.undefined()));

/** The answer, or that its link is not good any more. */
export async function orGone<T>(answer: Promise<T>): Promise<T | Gone> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return "gone";
    throw error;
  }
}
