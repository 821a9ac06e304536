import { Fragment } from "react";

/** From and until, in UTF-16 units. */
export type TextRange = number[];

/** A text, or the part of it between `from` and `until`, with its ranges marked; they are in order and apart from each other. */
export function Marked({
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
