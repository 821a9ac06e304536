/** A part of a mail; HTML and plain text are made of the same ones. */
export type Block =
  | { kind: "text"; text: string }
  /** What to do; its address stands below it in full. */
  | { kind: "button"; label: string; url: string }
  /** What else one could do. */
  | { kind: "link"; text: string; url: string }
  /** Names and values, one pair a line, to be copied. */
  | { kind: "facts"; facts: { label: string; value: string }[] }
  /** Less important than the rest. */
  | { kind: "note"; text: string };

export interface Message {
  subject: string;
  blocks: Block[];
}
