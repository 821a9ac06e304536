import { Link, useLocation } from "@remix-run/react";
import { Icon } from "./icon";

/** The floating action button of a page; it stays above the footer. */
export function AddArticle({ to, label }: { to: string; label: string }) {
  const { search } = useLocation();
  return (
    <Link className="add" to={`${to}${search}`} preventScrollReset>
      <Icon name="plus" />
      <span>{label}</span>
    </Link>
  );
}
