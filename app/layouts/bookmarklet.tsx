import type { MouseEvent } from "react";
import { Icon } from "~/ui/icon";
import { href } from "../../contract/paths";

interface BookmarkletProps {
  text: string;
  /** Tells the user to drag the link to the bookmarks. */
  hint: string;
  publicUrl: string;
}

/**
 * A link to drag to the bookmarks bar. On any page it opens the stream with that page's URL; here, a click shows the hint. The page's
 * content security policy blocks `javascript:` URLs, so without JavaScript a click does nothing.
 */
export function Bookmarklet({ text, hint, publicUrl }: BookmarkletProps) {
  const script = `javascript:location.href='${publicUrl}${href("stream")}?url='+encodeURIComponent(location.href)`;
  const explain = (event: MouseEvent) => {
    event.preventDefault();
    window.alert(hint);
  };
  return (
    <a className="bookmarklet mouse-only" href={script} title={hint} onClick={explain}>
      <Icon name="bookmark" small />
      {text}
    </a>
  );
}
