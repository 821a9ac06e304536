import { Link } from "@remix-run/react";
import { Icon } from "./icon";

interface PaginationProps {
  label: string;
  /** What of the list is shown. */
  shown?: string;
  /** Whether a screen reader says it when it changes; of two with the same words, one. */
  isSaid?: boolean;
  /** Counted from 0. */
  page: number;
  pages: number;
  toPage: (page: number) => string;
  previous: string;
  next: string;
  /** Said before each number. */
  word?: string;
}

/** Page numbers shown at once. */
const visible = 3;

/** Leads through the pages of a list; nothing for a list of one page. */
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
