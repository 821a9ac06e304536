import { Link, useLocation } from "@remix-run/react";
import { Icon } from "./icon";

/** The one floating action of a page; it rests above the footer. */
export function AddArticle({ to, label }: { to: string; label: string }) {
  const { search } = useLocation();
  return (
    <Link className="add" to={`${to}${search}`} preventScrollReset>
      <Icon name="plus" />
      <span>{label}</span>
    </Link>
  );
}
