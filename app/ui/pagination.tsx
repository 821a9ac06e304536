import { Link } from "@remix-run/react";

interface PaginationProps {
  label: string;
  /** Counted from 0. */
  page: number;
  pages: number;
  toPage: (page: number) => string;
  previous: string;
  next: string;
}

/** At most three numbers are shown (specification, part 2, 9). */
const visible = 3;

/** Leads through the pages of a list; nothing for a list of one page. */
export function Pagination({ label, page, pages, toPage, previous, next }: PaginationProps) {
  if (pages <= 1) return null;
  const first = Math.max(0, Math.min(page - 1, pages - visible));
  const numbers = Array.from({ length: Math.min(visible, pages) }, (_, index) => first + index);
  const step = (to: number, text: string) =>
    to >= 0 && to < pages ? (
      <Link to={toPage(to)} preventScrollReset>
        {text}{" "}
      </Link>
    ) : (
      <span aria-disabled="true">{text} </span>
    );
  return (
    <nav className="pages" aria-label={label}>
      <ol>
        <li>{step(page - 1, previous)}</li>
        {numbers.map((number) => (
          <li key={number}>
            <Link to={toPage(number)} aria-current={number === page ? "page" : undefined} preventScrollReset>
              {number + 1}{" "}
            </Link>
          </li>
        ))}
        <li>{step(page + 1, next)}</li>
      </ol>
    </nav>
  );
}
