import type { MouseEvent } from "react";
import { Icon } from "~/ui/icon";

interface BookmarkletProps {
  text: string;
  /** What to do with it: drag it to the bookmarks. */
  hint: string;
  publicUrl: string;
}

/**
 * A link to be dragged to the bookmarks bar; from any page it opens the stream with that page's address. Clicked, it says so.
 * The page's policy runs no `javascript:` address, so a click without script does nothing.
 */
export function Bookmarklet({ text, hint, publicUrl }: BookmarkletProps) {
  const script = `javascript:location.href='${publicUrl}/stream?url='+encodeURIComponent(location.href)`;
  const explain = (event: MouseEvent) => {
    event.preventDefault();
    window.alert(hint);
  };
  return (
    <a className="bookmarklet" href={script} title={hint} onClick={explain}>
      <Icon name="bookmark" small />
      {text}
    </a>
  );
}
