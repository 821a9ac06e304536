import { Form, useLocation } from "@remix-run/react";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { href } from "../../contract/paths";

export interface FollowButtonProps {
  /** They name what to follow, or the follow to end. */
  fields: [name: string, value: string][];
  text: string;
  isFollowed: boolean;
}

/** Follows something, or ends that, and comes back to the page. */
export function FollowButton({ fields, text, isFollowed }: FollowButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={href("following")} preventScrollReset>
      <HiddenFields fields={[...fields, ["to", `${pathname}${search}`]]} />
      <button className="btn quiet" type="submit">
        <Icon name={isFollowed ? "check" : "bookmark"} />
        {text}
      </button>
    </Form>
  );
}
