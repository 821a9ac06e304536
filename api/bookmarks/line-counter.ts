/** Returns the line of a position, counted from 1. Positions must not decrease, so that the text is scanned once. */
export function createLineCounter(text: string): (position: number) => number {
  let line = 1;
  let end = text.indexOf("\n");
  return (position) => {
    for (; end !== -1 && end < position; end = text.indexOf("\n", end + 1)) line += 1;
    return line;
  };
}
