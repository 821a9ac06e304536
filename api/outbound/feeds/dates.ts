import { readPublishingTime } from "@folda/page-reader/publishing-time";

/** Names of time zones in RFC 822, and those that German and European feeds use. */
const zones: Record<string, string> = {
  UT: "+0000",
  WET: "+0000",
  BST: "+0100",
  WEST: "+0100",
  CET: "+0100",
  MEZ: "+0100",
  CEST: "+0200",
  MESZ: "+0200",
  EET: "+0200",
  EEST: "+0300",
  MSK: "+0300",
  EST: "-0500",
  EDT: "-0400",
  CST: "-0600",
  CDT: "-0500",
  MST: "-0700",
  MDT: "-0600",
  PST: "-0800",
  PDT: "-0700",
};

/** A date of a feed, RFC 822 or ISO 8601 or similar. `null` if it is unreadable; a future one is `now`. */
export function readFeedDate(text: string, now: Date): Date | null {
  const written = text
    .trim()
    .slice(0, 120)
    .replace(/\b[A-Z]{2,4}$/, (name) => zones[name] ?? name)
    // RFC 822 has years of two digits.
    .replace(/^((?:\p{L}{2,10}\.?,?\s+)?\d{1,2}\s+\p{L}{3,9}\.?\s+)(\d{2})(?=\s+\d{1,2}:)/u, (_, before, year) => `${before}20${year}`);
  const time = readPublishingTime(written);
  return time === null ? null : new Date(Math.min(time, now.getTime()));
}
