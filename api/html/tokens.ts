/** Elements within a line of text, except line breaks. */
export const inlineNames = new Set(["strong", "b", "em", "i", "u", "a"]);

export type Token = { source: string } & (
  | { kind: "text" }
  | { kind: "open"; name: string; attributes: string }
  | { kind: "close"; name: string }
);

/**
 * Splits sanitised HTML, in which < and > are escaped everywhere except in tags. It may be cut off anywhere: an incomplete tag at its end is
 * dropped. Joined, the sources of all tokens are the HTML.
 */
export function* tokensOf(sanitised: string): Generator<Token> {
  for (const [source, slash, name, attributes = ""] of sanitised.matchAll(/<(\/?)([a-z0-9]+)((?:[^<>a-z0-9][^<>]*)?)>|[^<]+|<[^<>]*/g)) {
    if (name !== undefined) yield slash ? { kind: "close", name, source } : { kind: "open", name, attributes, source };
    else if (!source.startsWith("<")) yield { kind: "text", source };
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Decodes what sanitised HTML escapes. */
export const unescapeText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => entities[name] ?? entity);

/** The address of a link, escaped as in its attributes. */
export const hrefOf = (attributes: string): string => /\shref="([^"]*)"/i.exec(attributes)?.[1]?.trim() ?? "";

/** The addresses of all links. */
export const linksOf = (sanitised: string): string[] =>
  Array.from(tokensOf(sanitised), (token) => (token.kind === "open" ? unescapeText(hrefOf(token.attributes)) : "")).filter(Boolean);
