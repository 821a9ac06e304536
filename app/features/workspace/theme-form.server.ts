import { z } from "zod";
import { readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { readColor } from "../../../contract/colors";
import { judgeColor, type Theme, type ThemeVariable, themeVariables } from "../../../contract/theme";

const colorSchema = z
  .string()
  .default("")
  .transform((text, context) => {
    const color = readColor(text);
    if (color) return color;
    context.addIssue({ code: "custom", params: { key: "notAColor" } });
    return z.NEVER;
  });

const themeFormSchema = z.object({
  ...(Object.fromEntries(themeVariables.map((name) => [name, colorSchema])) as Record<ThemeVariable, typeof colorSchema>),
  // Hidden: nobody could mend it.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
});

/** The colours as they were posted, each at its variable. */
export const readThemeForm = (body: FormData, t: Translate) => readForm(body, themeFormSchema, t);

export const isVariable = (name: unknown): name is ThemeVariable => themeVariables.some((known) => known === name);

/** The variables whose colours are hard to read. */
export const illegible = (theme: Theme): ThemeVariable[] => themeVariables.filter((name) => !judgeColor(name, theme[name]).isLegible);

/** The theme with the nearest legible colour in place of these. */
export const withProposals = (theme: Theme, names: readonly ThemeVariable[]): Theme => ({
  ...theme,
  ...Object.fromEntries(names.map((name) => [name, judgeColor(name, theme[name]).proposal])),
});

/** Only the colours of what else was posted. */
export const toTheme = (form: Theme): Theme => Object.fromEntries(themeVariables.map((name) => [name, form[name]])) as Theme;
