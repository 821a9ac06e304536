import * as limits from "../../contract/limits";

/** Characters of a field that are read: enough for twice as many tags as are kept. */
const mostRead = 2 * limits.tagsPerArticle * limits.tag;

/**
 * The tags in one field: names between separators, or a list with brackets and quotes, as Instapaper (JSON) and Readwise (Python) write it, and as
 * we do for names that contain a comma.
 */
export function readTagList(text: string, separator: "," | "|" = ","): string[] {
  const trimmed = text.slice(0, mostRead).trim();
  if (trimmed.startsWith("[") && trimmed.endsWith("]")) return readJson(trimmed) ?? readQuoted(trimmed.slice(1, -1));
  const names = trimmed.split(separator);
  // The last one is cut.
  return text.length > mostRead ? names.slice(0, -1) : names;
}

/** The inverse of `readTagList`. */
export const writeTagList = (names: readonly string[]): string =>
  names.some((name) => name.includes(",") || name.startsWith("[")) ? JSON.stringify(names) : names.join(",");

function readJson(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
  } catch {
    return undefined;
  }
}

/** Each quote ends at the same quote, unless a backslash precedes it. */
function readQuoted(text: string): string[] {
  const quoted = [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs)];
  return quoted.map(([, single, double]) => (single ?? double ?? "").replace(/\\(.)/gs, "$1"));
}
