import { Link, type LinkProps } from "@remix-run/react";
import { onPlainClick, useClose } from "./history-trail";

/** A link from an overlay to the page below; with script it goes back where it can. */
export function CloseLink({ to, ...link }: Omit<LinkProps, "to"> & { to: string }) {
  const close = useClose(to);
  return <Link {...link} to={to} preventScrollReset onClick={onPlainClick(close)} />;
}
