import { readPublishingTime } from "@folda/page-reader/publishing-time";

/** A date of a feed, RFC 822 or ISO 8601 or similar. `null` if it is unreadable; a future one is `now`. */
export function readFeedDate(text: string, now: Date): Date | null {
  const written = text
    .trim()
    .slice(0, 120)
    // RFC 822 has years of two digits.
    .replace(/^((?:\p{L}{2,10}\.?,?\s+)?\d{1,2}\s+\p{L}{3,9}\.?\s+)(\d{2})(?=\s+\d{1,2}:)/u, (_, before, year) => `${before}20${year}`);
  const time = readPublishingTime(written);
  return time === null ? null : new Date(Math.min(time, now.getTime()));
}
