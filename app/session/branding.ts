import { type defaultTheme, isDefaultTheme, type Theme, themeVariables } from "../../contract/theme";

/** Colours and logo of a workspace. */
export interface Branding {
  /** The hex digits of all colours concatenated, as in the URL of the stylesheet; `null` for the default theme. */
  colors: string | null;
  logo: { url: string; width: number; height: number } | null;
}

export const toColors = (theme: Theme): string | null =>
  isDefaultTheme(theme) ? null : themeVariables.map((name) => theme[name].slice(1)).join("");

/** `undefined` unless there are six digits for each variable. */
export function fromColors(colors: string): Theme | undefined {
  if (colors.length !== themeVariables.length * 6 || !/^[0-9a-f]+$/.test(colors)) return undefined;
  return Object.fromEntries(
    themeVariables.map((name, index) => [name, `#${colors.slice(index * 6, index * 6 + 6)}`]),
  ) as typeof defaultTheme;
}
