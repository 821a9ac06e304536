import type { Translate } from "~/i18n/translate";
import type { FollowButtonProps } from "./follow-button";

/** The button that follows a folder or tag or ends that; `undefined` if the API has no follows. */
export function toFollowButton(
  subject: { folderId: string } | { tagId: string },
  followId: string | null | undefined,
  t: Translate,
): FollowButtonProps | undefined {
  if (followId === undefined) return undefined;
  return {
    fields: followId === null ? Object.entries(subject) : [["followId", followId]],
    text: t(followId === null ? "following:follow" : "following:unfollow"),
    isFollowed: followId !== null,
  };
}
