/** A part of a mail; both HTML and plain text are rendered from it. */
export type Block =
  | { kind: "text"; text: string }
  /** The main action; its address is also printed below. */
  | { kind: "button"; label: string; url: string }
  /** An alternative action. */
  | { kind: "link"; text: string; url: string }
  /** Names and values to copy, one pair per line. */
  | { kind: "facts"; facts: Fact[] }
  /** Less important than the rest. */
  | { kind: "note"; text: string };

export interface Fact {
  label: string;
  value: string;
  /** An address that the value links to. */
  url?: string;
}

export interface Message {
  subject: string;
  /** Who gets replies; without it, nobody reads them. */
  replyTo?: { name: string; address: string };
  blocks: Block[];
}
