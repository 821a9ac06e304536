import { Fragment } from "react";

/** Start and end in UTF-16 code units. */
export type TextRange = number[];

/** A text, or its part between `from` and `until`, with highlighted ranges, which must be sorted and must not overlap. */
export function Highlight({
  text,
  ranges = [],
  from = 0,
  until = text.length,
}: {
  text: string;
  ranges?: TextRange[];
  from?: number;
  until?: number;
}) {
  const within = ranges
    .map(([start = 0, end = 0]): [number, number] => [Math.max(start, from), Math.min(end, until)])
    .filter(([start, end]) => start < end);
  if (within.length === 0) return <>{text.slice(from, until)}</>;
  return (
    <>
      {within.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(within[index - 1]?.[1] ?? from, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(within.at(-1)?.[1], until)}
    </>
  );
}
