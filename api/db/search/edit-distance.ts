/** The number of edits between two words: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  const a = Array.from(one);
  const b = Array.from(other);
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, at(previous, column - 1) + change);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, at(beforePrevious, column - 2) + 1);
      }
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
