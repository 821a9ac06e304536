/** A colour as stored: `#rrggbb` in lower case. */
type Hex = string;
type Three = [number, number, number];

/** Parses `#rgb` or `#rrggbb`; `undefined` for anything else. */
export function readColor(text: string): Hex | undefined {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim()) ?? [];
  const digits = short ? [...short].map((digit) => digit + digit).join("") : long;
  return digits && `#${digits.toLowerCase()}`;
}

/** The contrast ratio of WCAG 2.2. */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever has more contrast on the colour. */
export const textOn = (ground: Hex): "#000000" | "#ffffff" =>
  contrast(ground, "#000000") >= contrast(ground, "#ffffff") ? "#000000" : "#ffffff";

/**
 * The colour itself if it has at least this contrast to the other one, or else the nearest colour of the same hue that does (in OKLab).
 * `undefined` if there is none.
 */
export function nearestLegible(color: Hex, other: Hex, least: number): Hex | undefined {
  if (contrast(color, other) >= least) return color;
  const [lightness, a, b] = toOklab(color);
  for (let distance = 0.002; distance <= 1; distance += 0.002) {
    for (const next of [lightness - distance, lightness + distance]) {
      const candidate = next >= 0 && next <= 1 ? fromOklab([next, a, b]) : undefined;
      if (candidate && contrast(candidate, other) >= least) return candidate;
    }
  }
  return undefined;
}

/** The colour, as much lighter or darker as `to` is than `from` (in OKLab). */
export function shaded(color: Hex, from: Hex, to: Hex): Hex {
  const [lightness, a, b] = toOklab(color);
  return fromOklab([lightness + toOklab(to)[0] - toOklab(from)[0], a, b]);
}

/** As light and as strong as the colour, in the hue of another one; grey if that one is (in OKLab). */
export function inHueOf(color: Hex, other: Hex): Hex {
  const [lightness, ownA, ownB] = toOklab(color);
  const [, a, b] = toOklab(other);
  const strength = Math.hypot(a, b);
  const scale = strength < 0.01 ? 0 : Math.hypot(ownA, ownB) / strength;
  return fromOklab([lightness, a * scale, b * scale]);
}

function luminance(color: Hex): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toLinear = (color: Hex): Three =>
  [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;

const fromLinear = (parts: Three): Hex => {
  const digits = parts.map((part) => {
    const value = Math.min(1, Math.max(0, part));
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
};

// The matrices of OKLab (Björn Ottosson, 2020), between linear sRGB and Lab.
function toOklab(color: Hex): Three {
  const [r, g, b] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Three): Hex {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return fromLinear([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}
