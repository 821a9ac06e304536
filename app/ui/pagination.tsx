import { Link } from "@remix-run/react";
import { Icon } from "./icon";

interface PaginationProps {
  label: string;
  /** The displayed range of the list. */
  shown?: string;
  /** Whether the range is announced when it changes; set this on only one of two paginations. */
  isSaid?: boolean;
  /** Zero-based. */
  page: number;
  pages: number;
  toPage: (page: number) => string;
  previous: string;
  next: string;
  /** Read out before each page number. */
  word?: string;
}

/** The number of page links shown at once. */
const visible = 3;

/** Page links of a list; renders nothing for a single page. */
export function Pagination({ label, shown, isSaid, page, pages, toPage, previous, next, word }: PaginationProps) {
  if (pages <= 1) return null;
  const first = Math.max(0, Math.min(page - 1, pages - visible));
  const numbers = Array.from({ length: Math.min(visible, pages) }, (_, index) => first + index);
  const step = (to: number, icon: string, text: string) => {
    const content = (
      <>
        <Icon name={icon} />
        <span className="vh">{text} </span>
      </>
    );
    return to >= 0 && to < pages ? (
      <Link to={toPage(to)} preventScrollReset>
        {content}
      </Link>
    ) : (
      <span aria-disabled="true">{content}</span>
    );
  };
  return (
    <nav className="pages" aria-label={label}>
      {shown ? <span role={isSaid ? "status" : undefined}>{shown}</span> : null}
      <ol>
        <li>{step(page - 1, "chevron-left", previous)}</li>
        {numbers.map((number) => (
          <li key={number}>
            <Link to={toPage(number)} aria-current={number === page ? "page" : undefined} preventScrollReset>
              {word ? <span className="vh">{word} </span> : null}
              {`${number + 1} `}
            </Link>
          </li>
        ))}
        <li>{step(page + 1, "chevron-right", next)}</li>
      </ol>
    </nav>
  );
}
