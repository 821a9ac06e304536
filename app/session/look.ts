import { type defaultTheme, isDefaultTheme, type Theme, themeVariables } from "../../contract/theme";

/** How a workspace looks to its people. */
export interface Look {
  /** The digits of all colours one after the other, as they stand in the address of the stylesheet; `null` for the product's own. */
  colors: string | null;
  logo: { url: string; width: number; height: number } | null;
}

export const toColors = (theme: Theme): string | null =>
  isDefaultTheme(theme) ? null : themeVariables.map((name) => theme[name].slice(1)).join("");

/** `undefined` for what is not six digits for each variable. */
export function fromColors(colors: string): Theme | undefined {
  if (colors.length !== themeVariables.length * 6 || !/^[0-9a-f]+$/.test(colors)) return undefined;
  return Object.fromEntries(
    themeVariables.map((name, index) => [name, `#${colors.slice(index * 6, index * 6 + 6)}`]),
  ) as typeof defaultTheme;
}
