import { Parser } from "htmlparser2";
import sanitizeHtml from "sanitize-html";
import sharp from "sharp";
import { optimize } from "svgo";

/** A drawing that runs nothing, fetches nothing and is drawn in no time. */
export interface HarmlessSvg {
  /** A document of its own, whose root has the id `logo`: pages show it by `<use>`, so that it takes the colour around it. */
  svg: string;
  /** Its proportions: how wide it is where it is so high. */
  width: number;
  height: number;
}

export type SvgProblem = "notAnSvg" | "logoEmpty" | "logoTooComplex";

/** Ends the reading of a file that is no drawing for us. */
export class SvgRefused extends Error {
  constructor(readonly problem: SvgProblem) {
    super(problem);
  }
}

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"];
const tags = [...shapes, "svg", "g", "defs", "title", "desc", "tspan", "use", "linearGradient", "radialGradient", "stop", "clipPath"];

// No `stroke-dasharray`: dashes of a thousandth keep a drawer busy for minutes. No filters, patterns and masks: each can be made of the others, and
// again, so that a few lines are millions.
const attributes = `id transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height offset href
  gradientUnits gradientTransform spreadMethod clipPathUnits fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity opacity color stop-color stop-opacity clip-path clip-rule display visibility font-family font-size font-weight
  font-style text-anchor letter-spacing`.split(/\s+/);

/** No real logo exceeds these. Beyond them drawing or cleaning takes seconds: a text of n `characters` takes n². */
const most = { depth: 50, elements: 4_000, rules: 200, matches: 20_000, uses: 50, characters: 500 };
const shownHeight = 40;
const drawn = { width: 800, height: 160 };

/** The drawing without anything that could harm whoever looks at it. Throws `SvgRefused`. */
export function cleanSvg(source: string): HarmlessSvg {
  // Entities of one's own are how a few lines become gigabytes, and no drawing needs them.
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
  const given = root.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const viewBox = `${size.x} ${size.y} ${size.width} ${size.height}`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" id="logo" viewBox="${viewBox}"${given}>${clean.inner}</svg>`,
    width: Math.max(1, Math.round((shownHeight * size.width) / size.height)),
    height: shownHeight,
  };
}

/**
 * The drawing as a PNG for mails, whose programs know no SVG; what has no colour is `ink`. Only in a process that can be killed: within the
 * bounds above it can still take a minute, and sharp's time limit does not end it. Throws `SvgRefused`.
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

/** Looks through the file once, before anything reads it that takes longer for more. */
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
  // Every selector is held against every element.
  if (rules > most.rules || selectors * elements > most.matches) throw new SvgRefused("logoTooComplex");
}

/** Drawing programs write colours into style sheets; here they stand at what they colour. */
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

/** What an attribute refers to stands in the same file. */
function isHarmless(name: string, value: string): boolean {
  if (name === "href") return /^#[\w.-]+$/.test(value);
  const rest = value
    .replace(/^url\(["']?#[\w.-]+["']?\)$/, "")
    .replace(/\b(?:rgba?|hsla?|matrix|translate|rotate|scale|skew[XY])\s*\(/g, "");
  return !/[(\\@:]/.test(rest);
}

/** Nothing that is drawn is made of something that is made of something else. */
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

/** By its view box, or by the size that it gives itself. */
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

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
