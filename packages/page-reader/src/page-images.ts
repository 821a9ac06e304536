import type { PageImage } from "./page-facts";
import { parseUrl } from "./parse-url";
import { collapse } from "./plain-line";

const maxImages = 12;
const smallestSide = 120;

/** The pictures worth offering, in the given order: absolute http(s) URLs, each once, no icons, trackers or vector graphics. */
export function chooseImages(candidates: readonly PageImage[], baseUrl: string): PageImage[] {
  const chosen = new Map<string, PageImage>();
  for (const candidate of candidates) {
    const url = toAbsoluteUrl(candidate.url, baseUrl);
    if (url === null || isDecoration(new URL(url), candidate)) continue;
    const key = toKey(new URL(url));
    const known = chosen.get(key);
    if (!known) chosen.set(key, { ...candidate, url });
    else
      chosen.set(key, {
        ...known,
        width: known.width ?? candidate.width,
        height: known.height ?? candidate.height,
        alt: known.alt ?? candidate.alt,
      });
  }
  return [...chosen.values()].slice(0, maxImages);
}

/** An http or https URL without credentials, resolved against `baseUrl`; null for anything else. */
export function toAbsoluteUrl(text: string | null | undefined, baseUrl: string): string | null {
  const trimmed = text?.trim();
  const url = trimmed ? parseUrl(trimmed, baseUrl) : undefined;
  if (!url) return null;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url.href : null;
}

function isDecoration(url: URL, { width, height }: PageImage): boolean {
  if ((width !== null && width < smallestSide) || (height !== null && height < smallestSide)) return true;
  if (/\.(svg|ico|cur)$/i.test(url.pathname)) return true;
  return /(^|[/._-])(pixel|spacer|blank|tracking|tracker|counter|1x1|favicon|icons?|sprite|emoji|avatar|gravatar|placeholder|zaehlpixel|vgwort|transparent)([/._-]|$)|\bvgwort\b|\bioam\b/i.test(
    url.hostname + url.pathname,
  );
}

// The same file in another size differs in its query only; without a file name the query is the name.
function toKey(url: URL): string {
  return /\.(jpe?g|png|webp|gif|avif)$/i.test(url.pathname) ? url.hostname + url.pathname : url.href;
}

/** The largest source of a picture element: `srcset`, lazy loading attributes, then `src`. */
export function imageOf(element: Element): PageImage | null {
  const sets = [element, ...(element.closest("picture")?.querySelectorAll("source") ?? [])].flatMap((source) =>
    ["srcset", "data-srcset", "data-lazy-srcset"].map((name) => source.getAttribute(name)),
  );
  const largest = sets
    .flatMap(readSrcset)
    .reduce<{ url: string; size: number } | null>((best, entry) => (best && best.size >= entry.size ? best : entry), null);
  const single = ["data-src", "data-original", "data-lazy-src", "src"]
    .map((name) => element.getAttribute(name))
    .find((value) => value && !value.startsWith("data:"));
  const url = largest?.url ?? single;
  if (!url) return null;
  return {
    url,
    width: sizeOf(element, "width"),
    height: sizeOf(element, "height"),
    alt: toDescription(element.getAttribute("alt") ?? ""),
  };
}

/** Texts that describe no picture: a kind of picture, or a file name. */
const undescriptive =
  /^(?:symbol|beispiel|archiv|vorschau)?(?:bild|foto|grafik|image|photo|picture)$|^\S+\.(?:jpe?g|png|webp|gif|avif|svg)$/i;

function toDescription(alt: string): string | null {
  const text = collapse(alt);
  return text === "" || undescriptive.test(text) ? null : text;
}

function readSrcset(srcset: string | null): { url: string; size: number }[] {
  // A comma parts entries only before white space: URLs of image services contain commas.
  return (srcset ?? "").split(/,(?=\s)|(?<=\s),/).flatMap((entry) => {
    const [url, descriptor = "1x"] = entry.trim().split(/\s+/);
    return url && !url.startsWith("data:") ? [{ url, size: Number.parseFloat(descriptor) || 1 }] : [];
  });
}

function sizeOf(element: Element, name: "width" | "height"): number | null {
  const text = element.getAttribute(name) ?? "";
  const pixels = /^\s*\d+(\.\d+)?(px)?\s*$/.test(text) ? Math.round(Number.parseFloat(text)) : 0;
  return pixels > 0 ? pixels : null;
}
