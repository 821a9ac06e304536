import { Link } from "@remix-run/react";

interface BreadcrumbProps {
  label: string;
  links: { to: string; text: string }[];
  /** The current page, if it is part of the path. */
  current?: string;
}

export function Breadcrumb({ label, links, current }: BreadcrumbProps) {
  return (
    <nav className="crumbs" aria-label={label}>
      <ol>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        {current ? (
          <li>
            <span aria-current="page">{current}</span>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
