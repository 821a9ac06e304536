/** The colours of mails: light and dark paper, and the workspace's own colour, held legible on both. */
export const paper = { light: "#ffffff", dark: "#161c19", ground: "#f4f6f4", groundDark: "#0f1412" } as const;

const defaultMain = "#0b5a42";
const leastContrast = 4.5;

/** The workspace's main colour as text and as a button's ground; the product's own where the theme names none. */
export function brandColors(theme: string | null): { light: string; dark: string; onLight: string; onDark: string } {
  const main = mainColorOf(theme) ?? defaultMain;
  const light = legibleOn(paper.light, main);
  const dark = legibleOn(paper.dark, main === defaultMain ? "#7fd3b0" : main);
  return { light, dark, onLight: "#ffffff", onDark: "#08100c" };
}

function mainColorOf(theme: string | null): string | undefined {
  try {
    const { mainColor } = JSON.parse(theme ?? "{}") as { mainColor?: unknown };
    if (typeof mainColor !== "string") return undefined;
    const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(mainColor) ?? [];
    const hex = short ? [...short].map((digit) => digit + digit).join("") : long;
    return hex && `#${hex.toLowerCase()}`;
  } catch {
    return undefined;
  }
}

/** The colour, mixed with black or white as little as it takes to be read on that ground (WCAG 2.2, 1.4.3). */
export function legibleOn(ground: string, color: string): string {
  const towards = contrast(ground, "#000000") > contrast(ground, "#ffffff") ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = toHex(channels(color).map((channel) => Math.round(channel + (towards - channel) * share)));
    if (contrast(ground, mixed) >= leastContrast) return mixed;
  }
  return towards === 0 ? "#000000" : "#ffffff";
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
const toHex = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
