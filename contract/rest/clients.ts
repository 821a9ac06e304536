import { z } from "zod";
import { readColor } from "../colors";
import type { FieldProblem } from "../errors";
import * as limits from "../limits";
import { themeVariables } from "../theme";
import { toSnakeKey } from "../wire";
import { workspaceSchema } from "./session";
import { cleanLine, idSchema, optionalText, requiredLine } from "./shared";

/** The logo as SVG. `url` is on the web application's origin, because `<use>` is limited to that. Width and height are proportions. */
const logoSchema = z.object({ url: z.string(), width: z.int().min(1), height: z.int().min(1) }).meta({ id: "Logo" });

/** A workspace as all its users see it. */
export const ownClientSchema = z
  .object({
    id: idSchema,
    workspace: z.string(),
    name: z.string(),
    /** Colours by variable name, as JSON; `null` for the product's own. */
    theme: z.string().nullable(),
    /** `null` for the product's own. */
    logo: logoSchema.nullable().default(null),
    /** Defaults for new articles: open at their source, shareable. */
    external: z.boolean().default(true),
    shareable: z.boolean().default(true),
  })
  .meta({ id: "Client" });

/** The workspace with its settings, which are `null` for everyone but the owner. */
export const clientSchema = ownClientSchema
  .extend({
    /** Incremented with every change. A change based on an older version gets a 409. */
    lock_version: z.int().min(0),
    settings: z
      .object({
        email_signature: z.string().nullable(),
        signup_enabled: z.boolean(),
        email_whitelist: z.array(z.string()),
        email_blacklist: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: "ClientWithSettings" });

const emailRulePattern = /^(?:[^\s@]+@|@)?(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** An e-mail address or domain. Problems name the entry, because one field contains all of them. */
const emailRuleSchema = z
  .string()
  .overwrite((text) => cleanLine(text).toLowerCase())
  .superRefine((entry, context) => {
    if (entry.length <= limits.email && emailRulePattern.test(entry)) return;
    context.addIssue({ code: "custom", params: { key: "notAnEmailRule", values: { entry: entry.slice(0, 100) } } });
  });

/** A theme as JSON, or `null` for the product's own. Problems are reported by variable. */
const themeSchema = z
  .string()
  .max(limits.theme)
  .nullable()
  .transform((text, context): string | null => {
    if (text === null) return null;
    const issue = (path: string[], key: FieldProblem["key"], values?: FieldProblem["values"]) =>
      context.addIssue({ code: "custom", path, params: { key, values } });
    const colors = parseObject(text);
    if (!colors) {
      issue([], "wrongType");
      return z.NEVER;
    }
    const theme = Object.entries(colors).map(([name, value]) => {
      const color = typeof value === "string" ? readColor(value) : undefined;
      if (!themeVariables.some((known) => known === name)) issue([], "unknownVariable", { name: name.slice(0, 50) });
      else if (!color) issue([toSnakeKey(name)], "notAColor");
      return [name, color];
    });
    return JSON.stringify(Object.fromEntries(theme));
  });

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Missing fields stay unchanged. The theme may be changed by owner and admins, everything else by the owner. */
export const clientChangeSchema = z
  .object({
    workspace: workspaceSchema,
    name: requiredLine(),
    email_signature: optionalText(limits.emailSignature),
    signup_enabled: z.boolean(),
    email_whitelist: z.array(emailRuleSchema).max(limits.emailRules),
    email_blacklist: z.array(emailRuleSchema).max(limits.emailRules),
    external: z.boolean(),
    shareable: z.boolean(),
    /** Removes the logo; a new one is uploaded as the file `logo` of a form. */
    remove_logo: z.boolean(),
    theme: themeSchema,
    lock_version: z.int().min(0),
  })
  .partial()
  .meta({ id: "ClientChange" });

export const updateClientBodySchema = z.object({ client: clientChangeSchema }).meta({ id: "UpdateClient" });
