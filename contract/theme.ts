import { contrast, inHueOf, nearestLegible, readColor, shaded, textOn } from "./colors";

/** The variables of a theme with their default colours, in the order of `tokens.css`. */
export const defaultTheme = {
  mainColor: "#0b5a42",
  mainColorHover: "#07402f",
  mainNavLink: "#47534c",
  mainNavLinkHover: "#0b5a42",
  mainNavLinkActive: "#0b5a42",
  mainNavLogo: "#0b5a42",
  mainNavLogoHover: "#07402f",
  mainNavLogoActive: "#07402f",
  linkColor: "#0b5a42",
  linkColorHover: "#07402f",
  buttonBackground: "#0b5a42",
  buttonBackgroundHover: "#07402f",
  dropdownBackground: "#ffffff",
  navBarColor: "#47534c",
  navBarColorHover: "#17201b",
  navBarColorActive: "#0b5a42",
  contentAttachmentBackground: "#f1f4f2",
  contentAttachmentBackgroundHover: "#e4eae6",
  contentItemBackground: "#ffffff",
  addButtonColor: "#0b5a42",
  addButtonColorHover: "#07402f",
} as const;

export type ThemeVariable = keyof typeof defaultTheme;
export type Theme = Record<ThemeVariable, string>;

export const themeVariables = Object.keys(defaultTheme) as ThemeVariable[];

/** Parses a stored theme. Missing or invalid colours become the default ones. */
export function readTheme(stored: string | null | undefined): Theme {
  const found = parsed(stored ?? "{}");
  const colors = themeVariables.map((name) => [name, readColor(String(found[name] ?? "")) ?? defaultTheme[name]]);
  return Object.fromEntries(colors) as Theme;
}

function parsed(stored: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const isDefaultTheme = (theme: Theme): boolean => themeVariables.every((name) => theme[name] === defaultTheme[name]);

/** The name of the custom property: `--main-nav-logo` for `mainNavLogo`. */
export const toProperty = (name: ThemeVariable): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The theme as the declarations of a stylesheet. */
export const toDeclarations = (theme: Theme): string => themeVariables.map((name) => `${toProperty(name)}:${theme[name]}`).join(";");

/** The light background of texts and marks, and the palest text on a coloured background (see `tokens.css`). */
const paper = "#ffffff";
const palestInk = "#5d6962";

/** How a variable is used: as text or a mark on the background, as a background for black or white text, or as one for all texts. */
const uses: Record<ThemeVariable, "text" | "mark" | "fill" | "ground"> = {
  mainColor: "text",
  mainColorHover: "mark",
  mainNavLink: "text",
  mainNavLinkHover: "text",
  mainNavLinkActive: "text",
  mainNavLogo: "mark",
  mainNavLogoHover: "mark",
  mainNavLogoActive: "mark",
  linkColor: "text",
  linkColorHover: "text",
  buttonBackground: "fill",
  buttonBackgroundHover: "fill",
  dropdownBackground: "ground",
  navBarColor: "text",
  navBarColorHover: "text",
  navBarColorActive: "text",
  contentAttachmentBackground: "ground",
  contentAttachmentBackgroundHover: "ground",
  contentItemBackground: "ground",
  addButtonColor: "fill",
  addButtonColorHover: "fill",
};

export interface Legibility {
  /** The use determines the colours it is compared with and the required contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
  use: (typeof uses)[ThemeVariable];
  least: number;
  ratio: number;
  isLegible: boolean;
  /** The nearest colour that passes. */
  proposal: string;
  /** The text colour on a fill. */
  textColor: "#000000" | "#ffffff" | null;
}

export function judgeColor(name: ThemeVariable, color: string): Legibility {
  const use = uses[name];
  const least = use === "mark" ? 3 : 4.5;
  const textColor = use === "fill" ? textOn(color) : null;
  const other = use === "ground" ? palestInk : (textColor ?? paper);
  const ratio = contrast(color, other);
  return { use, least, ratio, isLegible: ratio >= least, proposal: nearestLegible(color, other, least) ?? defaultTheme[name], textColor };
}

/** The default theme in another main colour, with every colour legible. */
export function deriveTheme(main: string): Theme {
  const { mainColor, mainColorHover } = defaultTheme;
  const inText = judgeColor("mainColor", main).proposal;
  const derived = themeVariables.map((name) => {
    const color = defaultTheme[name];
    const base = uses[name] === "fill" ? main : inText;
    const own = color === mainColor ? base : color === mainColorHover ? shaded(base, mainColor, mainColorHover) : inHueOf(color, main);
    return [name, judgeColor(name, own).proposal];
  });
  return Object.fromEntries(derived) as Theme;
}
