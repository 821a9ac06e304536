import { withoutLevelGaps } from "../../contract/headings";
import { type HtmlNode, toHtmlTree } from "../../contract/html-tree.server";
import { inlineNames } from "./tokens";

export type BodyNode = string | BodyElement;

export interface BodyElement {
  name: string;
  href?: string;
  colspan: number;
  rowspan: number;
  children: BodyNode[];
}

const known = new Set("p br ul ol li blockquote table thead tbody tfoot tr th td caption h2 h3 h4 h5 h6 strong b em i u a".split(" "));

/** A sanitised body as a tree, without gaps between heading levels. Other elements are replaced by their text. */
export const toBodyTree = (html: string): BodyNode[] => toNodes(toHtmlTree(withoutLevelGaps(html)));

function toNodes(nodes: readonly HtmlNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (typeof node === "string") return [node];
    const children = toNodes(node.children);
    if (!known.has(node.name)) return children;
    const { href, colspan, rowspan } = node.attributes;
    return [{ name: node.name, colspan: toSpan(colspan), rowspan: toSpan(rowspan), children, ...(isWeb(href) ? { href } : {}) }];
  });
}

const isWeb = (href: string | undefined): href is string => href !== undefined && /^(https?:|mailto:)/i.test(href);

const toSpan = (text: string | undefined) => Math.max(1, Number.parseInt(text ?? "1", 10) || 1);

export const isInline = (node: BodyNode): boolean => typeof node === "string" || node.name === "br" || inlineNames.has(node.name);

export function textOf(nodes: readonly BodyNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : textOf(node.children))).join("");
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction of a text according to its first letter. */
export function directionOf(text: string): "ltr" | "rtl" {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

export const withoutMailto = (href: string): string => href.replace(/^mailto:/i, "");

/** Whether a link's text is its own address, so that print shows the address only once. */
export const isOwnAddress = (href: string, words: string): boolean => bare(withoutMailto(href)) === bare(words);

const bare = (text: string) =>
  text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");
