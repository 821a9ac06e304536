import { contrast } from "../../contract/colors";
import { defaultTheme, readTheme } from "../../contract/theme";

/** The colours of mails on light and dark backgrounds; the workspace's own colour is adjusted to be legible on both. */
export const paper = { light: "#ffffff", dark: "#161c19", ground: "#f4f6f4", groundDark: "#0f1412" } as const;

const leastContrast = 4.5;

/** The workspace's main colour as text and as a button's background; the product's colour if the theme has none. */
export function brandColors(theme: string | null): { light: string; dark: string; onLight: string; onDark: string } {
  const { mainColor } = readTheme(theme);
  const light = legibleOn(paper.light, mainColor);
  const dark = legibleOn(paper.dark, mainColor === defaultTheme.mainColor ? "#7fd3b0" : mainColor);
  return { light, dark, onLight: "#ffffff", onDark: "#08100c" };
}

/** The colour, mixed with as little black or white as it takes to be legible on that background (WCAG 2.2, 1.4.3). */
export function legibleOn(ground: string, color: string): string {
  const towards = contrast(ground, "#000000") > contrast(ground, "#ffffff") ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = toHex(channels(color).map((channel) => Math.round(channel + (towards - channel) * share)));
    if (contrast(ground, mixed) >= leastContrast) return mixed;
  }
  return towards === 0 ? "#000000" : "#ffffff";
}

const channels = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
const toHex = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
