import { z } from "zod";
import type { FormOf } from "~/forms/read-form.server";
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

export const themeFormSchema = z.object({
  ...(Object.fromEntries(themeVariables.map((name) => [name, colorSchema])) as Record<ThemeVariable, typeof colorSchema>),
  /** The colour to derive all others from: chosen, or typed, which takes precedence. */
  base: z.string().optional().catch(undefined),
  baseHex: z.string().optional().catch(undefined),
  // A hidden field: users could not correct an invalid value.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
  opened: z.string().optional().catch(undefined),
});

export type ThemeForm = FormOf<typeof themeFormSchema>;

export const isVariable = (name: unknown): name is ThemeVariable => themeVariables.some((known) => known === name);

/** The variables whose colours are hard to read. */
export const illegible = (theme: Theme): ThemeVariable[] => themeVariables.filter((name) => !judgeColor(name, theme[name]).isLegible);

/** Replaces these colours by the nearest legible ones. */
export const withProposals = (theme: Theme, names: readonly ThemeVariable[]): Theme => ({
  ...theme,
  ...Object.fromEntries(names.map((name) => [name, judgeColor(name, theme[name]).proposal])),
});

/** Drops the form's other fields. */
export const toTheme = (form: Theme): Theme => Object.fromEntries(themeVariables.map((name) => [name, form[name]])) as Theme;
