import { escapeAttribute } from "@folda/page-reader/escape";
import { Parser } from "htmlparser2";
import sanitizeHtml from "sanitize-html";
import sharp from "sharp";
import { optimize } from "svgo";
import { SvgRefused } from "./svg-refused";

/** A drawing that runs no code, loads nothing and is fast to draw. */
export interface HarmlessSvg {
  /** A standalone document whose root has the id `logo`: pages include it with `<use>`, so it takes the surrounding colour. */
  svg: string;
  /** Width and height are proportions, not pixels. */
  width: number;
  height: number;
}

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"];
const tags = [...shapes, "svg", "g", "defs", "title", "desc", "tspan", "use", "linearGradient", "radialGradient", "stop", "clipPath"];

// No `stroke-dasharray`: tiny dashes keep a renderer busy for minutes. No filters, patterns and masks: they can refer to one another, so that a few
// lines expand to millions.
const attributes = `id transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height offset href
  gradientUnits gradientTransform spreadMethod clipPathUnits fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity opacity color stop-color stop-opacity clip-path clip-rule display visibility font-family font-size font-weight
  font-style text-anchor letter-spacing`.split(/\s+/);

/** Limits that no real logo exceeds; above them drawing or cleaning takes seconds. Text of n `characters` takes n². */
const most = { depth: 50, elements: 4_000, rules: 200, matches: 20_000, uses: 50, characters: 500 };
const shownHeight = 40;
const drawn = { width: 800, height: 160 };

/** Sanitises a drawing. Throws `SvgRefused`. */
export function cleanSvg(source: string): HarmlessSvg {
  // Reject custom entities (billion laughs).
  if (/<!ENTITY/i.test(source)) throw new SvgRefused("logoTooComplex");
  requireModest(source);
  const clean = sanitize(withoutStyles(source));
  const size = requireSize(clean.root);
  requireFlat(clean.inner);
  const { "clip-path": _, fill = "currentColor", viewBox: __, ...others } = clean.root;
  const inherited = [
    "stroke",
    "stroke-width",
    "fill-rule",
    "clip-rule",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "opacity",
  ];
  const root = Object.entries({ fill, ...others }).filter(([name]) => name === "fill" || inherited.includes(name));
  const given = root.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join("");
  const viewBox = `${size.x} ${size.y} ${size.width} ${size.height}`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" id="logo" viewBox="${viewBox}"${given}>${clean.inner}</svg>`,
    width: Math.max(1, Math.round((shownHeight * size.width) / size.height)),
    height: shownHeight,
  };
}

/**
 * The drawing as a PNG for mail programs, which do not support SVG; parts without a colour become `ink`. Call it only in a process that can be
 * killed: within the limits above it can still take a minute, and sharp's timeout does not stop it. Throws `SvgRefused`.
 */
export async function drawSvg({ svg, width, height }: HarmlessSvg, ink: string): Promise<Uint8Array> {
  const scale = Math.min(drawn.width / width, drawn.height / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const sized = svg.replace("<svg ", `<svg width="${wide}" height="${high}" color="${ink}" `);
  try {
    return await sharp(Buffer.from(sized)).png().toBuffer();
  } catch {
    throw new SvgRefused("notAnSvg");
  }
}

/** A linear first pass over the file, before parsers with higher complexity read it. */
function requireModest(source: string): void {
  let [depth, elements, rules, selectors] = [0, 0, 0, 0];
  let isSvg = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        elements += 1;
        if (elements === 1) isSvg = name.replace(/^\w+:/, "") === "svg";
        if (depth > most.depth || elements > most.elements) throw new SvgRefused("logoTooComplex");
      },
      onclosetag() {
        depth -= 1;
      },
      ontext(text) {
        rules += text.split("{").length - 1;
        selectors += text.split(/[{,]/).length - 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  if (!isSvg) throw new SvgRefused("notAnSvg");
  // Every selector is matched against every element.
  if (rules > most.rules || selectors * elements > most.matches) throw new SvgRefused("logoTooComplex");
}

/** Moves the rules of style sheets, as drawing programs write them, into attributes. */
function withoutStyles(source: string): string {
  try {
    const plugins = [{ name: "inlineStyles", params: { onlyMatchedOnce: false } } as const, "convertStyleToAttrs" as const];
    return optimize(source, { plugins: ["removeDoctype", "removeComments", "removeMetadata", ...plugins] }).data;
  } catch {
    throw new SvgRefused("notAnSvg");
  }
}

function sanitize(source: string): { root: Record<string, string>; inner: string } {
  let root: Record<string, string> | undefined;
  const cleaned = sanitizeHtml(source, {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: tags.filter((tag) => tag !== "svg"),
    allowedAttributes: { "*": attributes },
    nonTextTags: ["script", "style", "metadata", "foreignObject", "image", "animate", "set", "a11y"],
    transformTags: {
      "*": (tagName, found) => {
        const attribs = Object.fromEntries(
          Object.entries(found).flatMap(([name, value]): [string, string][] => {
            const own = name === "xlink:href" ? "href" : name;
            return isHarmless(own, value) ? [[own, value]] : [];
          }),
        );
        if (tagName === "svg") root ??= attribs;
        return { tagName, attribs };
      },
    },
  });
  if (!root) throw new SvgRefused("notAnSvg");
  return { root, inner: cleaned.trim() };
}

/** References may only point into the same file. */
function isHarmless(name: string, value: string): boolean {
  if (name === "href") return /^#[\w.-]+$/.test(value);
  const rest = value
    .replace(/^url\(["']?#[\w.-]+["']?\)$/, "")
    .replace(/\b(?:rgba?|hsla?|matrix|translate|rotate|scale|skew[XY])\s*\(/g, "");
  return !/[(\\@:]/.test(rest);
}

/** Referenced elements must not contain references themselves. */
function requireFlat(inner: string): void {
  const kinds = new Map<string, string>();
  const used: string[] = [];
  let [hasShape, inClip, inText, characters] = [false, 0, 0, 0];
  const parser = new Parser(
    {
      onopentag(name, { id, href, "clip-path": clip }) {
        if (id !== undefined && kinds.has(id)) throw new SvgRefused("logoTooComplex");
        if (id !== undefined) kinds.set(id, name);
        if (shapes.includes(name)) hasShape = true;
        if (name === "use" && href) used.push(href.slice(1));
        if (inClip > 0 && (clip !== undefined || name === "use")) throw new SvgRefused("logoTooComplex");
        if (name === "clipPath") inClip += 1;
        if (name === "text") inText += 1;
      },
      onclosetag(name) {
        if (name === "clipPath") inClip -= 1;
        if (name === "text") inText -= 1;
      },
      ontext(text) {
        if (inText > 0) characters += text.replace(/[ \t\r\n]+/g, " ").length;
      },
    },
    { xmlMode: true },
  );
  parser.end(inner);
  if (!hasShape) throw new SvgRefused("logoEmpty");
  const isFlat = used.every((id) => shapes.includes(kinds.get(id) ?? "path"));
  if (!isFlat || used.length > most.uses || characters > most.characters) throw new SvgRefused("logoTooComplex");
}

/** The size from the view box, or from `width` and `height`. */
function requireSize({ viewBox = "", width = "", height = "" }: Record<string, string>) {
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const own = [0, 0, ...[width, height].map((text) => (/^[\d.]+(?:px|pt|mm)?$/.test(text.trim()) ? Number.parseFloat(text) : 0))];
  const [x = 0, y = 0, wide = 0, high = 0] = box.length === 4 && box.every(Number.isFinite) ? box : own;
  if (!(wide > 0 && high > 0 && wide / high < 50 && high / wide < 50)) throw new SvgRefused("notAnSvg");
  return { x, y, width: wide, height: high };
}
