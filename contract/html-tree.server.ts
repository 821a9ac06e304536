import { Parser } from "htmlparser2";

export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}

export class HtmlTooLarge extends Error {}

/** Parses HTML, without its comments. Throws `HtmlTooLarge`, because the parser takes time quadratic in the depth. */
export function toHtmlTree(html: string, maxDepth = Number.POSITIVE_INFINITY): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open = [root];
  let isInText = false;
  const endText = () => {
    isInText = false;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      endText();
      const children: HtmlNode[] = [];
      open.at(-1)?.push({ name, attributes, children });
      open.push(children);
      if (open.length > maxDepth) throw new HtmlTooLarge();
    },
    onclosetag() {
      endText();
      open.pop();
    },
    // They separate texts, as in browsers.
    oncomment: endText,
    onprocessinginstruction: endText,
    ontext(text) {
      const siblings = open.at(-1) ?? root;
      siblings.push(isInText ? `${siblings.pop()}${text}` : text);
      isInText = true;
    },
  });
  parser.end(html);
  return root;
}
