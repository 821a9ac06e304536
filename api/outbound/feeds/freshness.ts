/** Seconds for which a response may be reused without asking again (RFC 9111), or `null` if it does not say. */
export function freshnessOf(headers: Record<string, string>, now: number): number | null {
  const directives = headers["cache-control"]?.toLowerCase() ?? "";
  if (/(?:^|[,\s])no-(?:cache|store)(?:$|[,\s])/.test(directives)) return null;
  const maxAge = /(?:^|[,\s])max-age="?(\d{1,9})/.exec(directives)?.[1];
  const lifetime = maxAge === undefined ? untilExpiry(headers, now) : Number(maxAge);
  const seconds = lifetime - (Number(headers.age) || 0);
  return seconds > 0 ? Math.round(seconds) : null;
}

function untilExpiry({ expires = "", date = "" }: Record<string, string>, now: number): number {
  const begin = Date.parse(date);
  return (Date.parse(expires) - (Number.isNaN(begin) ? now : begin)) / 1000;
}
