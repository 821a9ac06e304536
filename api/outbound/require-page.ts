import { decodeText, maxHead } from "@folda/page-reader";
import { fileTypeFromBuffer } from "file-type";
import type { GuardedResponse } from "./fetch-guarded";
import { isHtmlType, mediaTypeOf } from "./media-type";
import { OutboundError } from "./outbound-error";

/** Types that servers send with web pages, for the header `Accept`. Of these, HTML is preferred; the others are checked by content. */
export const acceptedTypes = [
  "text/html",
  "application/xhtml+xml",
  "application/xml;q=0.9",
  "text/*;q=0.8",
  "application/*;q=0.8",
  "binary/octet-stream;q=0.1",
  "unknown/*;q=0.1",
];

/** Checks the content, because servers declare HTML as plain text, and PDFs as HTML. Throws OutboundError `unsupported_type`. */
export async function requirePage({ body, contentType }: Pick<GuardedResponse, "body" | "contentType">): Promise<void> {
  const beginning = decodeText(body.subarray(0, maxHead), contentType).trimStart();
  const isMarkup = /^<[a-z!?]/i.test(beginning);
  // `file-type` mistakes HTML in UTF-16 for audio.
  const found = isMarkup ? undefined : await fileTypeFromBuffer(body);
  if (found) throw new OutboundError("unsupported_type", { contentType: found.mime });
  if (isHtmlType(contentType) || (isMarkup && isHtml(beginning, body, contentType))) return;
  throw new OutboundError("unsupported_type", { contentType: contentType && mediaTypeOf(contentType) });
}

const documentTags = new Set("html head body title meta link base style script noscript".split(" "));
/** Elements of HTML that XML formats have, too. */
const partTags = new Set("a article aside b br center div font footer h1 h2 header iframe img main nav p section span table ul".split(" "));

function isHtml(beginning: string, body: Uint8Array, contentType: string | null): boolean {
  const root = findRoot(beginning);
  const mediaType = mediaTypeOf(contentType ?? "");
  if (root === "html") return true;
  if (beginning.startsWith("<?xml") || /[/+]xml$/.test(mediaType)) return false;
  if (documentTags.has(root)) return true;
  // Plain text may begin with a tag, too, for example Markdown.
  return (
    partTags.has(root) && (!mediaType.startsWith("text/") || Buffer.from(body.subarray(-64)).toString("latin1").trimEnd().endsWith(">"))
  );
}

/** The lower-case name of the first element after declarations and comments; empty if there is none. Runs in linear time. */
function findRoot(text: string): string {
  let at = 0;
  while (at < text.length) {
    const next = text.slice(at, at + 64);
    const root = /^<(?:!doctype\s+(?=html\b))?([a-z][\w:.-]*)/i.exec(next)?.[1];
    if (root) return root.toLowerCase();
    const end = next.startsWith("<!--") ? "-->" : /^<[!?]/.test(next) ? ">" : undefined;
    const after = end === undefined ? -1 : text.indexOf(end, at);
    if (end === undefined || after < 0) break;
    at = after + end.length;
    while (/\s/.test(text[at] ?? "")) at += 1;
  }
  return "";
}
