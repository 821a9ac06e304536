import { z } from "zod";
import type { FormState } from "~/forms/form-state";
import type { FormWithFiles } from "~/forms/form-with-files.server";
import { mergeStored, openedWith, toFormData } from "~/forms/merge-stored.server";
import { newForm, type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import type { Client } from "~/upstream/workspace.server";
import * as limits from "../../../contract/limits";
import { workspaceSchema } from "../../../contract/rest/session";
import { optionalText, requiredLine } from "../../../contract/rest/shared";

/** Addresses and domains, separated by line breaks, commas, semicolons or spaces. */
const emailRules = z
  .string()
  .default("")
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  );

const clientFormSchema = z.object({
  workspace: workspaceSchema,
  name: requiredLine(),
  emailSignature: optionalText(limits.emailSignature),
  signupEnabled: z.boolean().default(false),
  emailWhitelist: emailRules,
  emailBlacklist: emailRules,
  external: z.boolean().default(false),
  shareable: z.boolean().default(false),
  removeLogo: z.boolean().default(false),
  // A hidden field: users could not correct an invalid value.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
  opened: z.string().optional().catch(undefined),
});

/** The fields that people edit together. */
const mergedNames = [
  "workspace",
  "name",
  "emailSignature",
  "signupEnabled",
  "emailWhitelist",
  "emailBlacklist",
  "external",
  "shareable",
] as const;

export type FieldName = keyof typeof clientFormSchema.shape | "logo";

/** The form as the page shows it: including the logo's file, which is not in its schema. */
export type ClientForm = FormState<FieldName>;

type ClientReading = Reading<z.output<typeof clientFormSchema>, FieldName>;

/** Reads the posted settings. Browsers cannot restore files, so if the form has errors, the logo has to be chosen again. */
export function readClientForm({ body, files, tooManyFiles, diskFull }: FormWithFiles, t: Translate): ClientReading {
  const reading = readForm(body, clientFormSchema, t);
  if (tooManyFiles || files.length > 1) return withError(reading, { logo: [t("client:logo.onlyOne")] });
  if (diskFull) return withError(reading, { logo: [t("errors:noRoom")] });
  return reading.ok || files.length === 0 ? reading : withError(reading, { logo: [t("client:logo.again")] });
}

function withError(reading: ClientReading, errors: ClientForm["errors"]): ClientReading {
  const form = reading.ok ? { values: reading.values, errors: {} } : reading.form;
  return { ok: false, form: { ...form, errors: { ...form.errors, ...errors } } };
}

/** The typed settings, merged with the changes that others have saved since (`mergeStored`), and the change that would save them. */
export function mergeClient(typed: ClientForm["values"], client: Client, t: Translate) {
  const { values: stored } = clientForm(client);
  const { values, errors } = mergeStored(mergedNames, { typed, opened: typed.opened, stored }, (name, value) => {
    const isSwitch = ["signupEnabled", "external", "shareable"].includes(name);
    return t("client:stored", { value: isSwitch ? t(value === "on" ? "client:on" : "client:off") : value || t("client:nothing") });
  });
  const merged = { ...typed, ...values, lockVersion: stored.lockVersion, opened: stored.opened };
  const reading = readForm(toFormData(merged), clientFormSchema, t);
  return { values: merged, errors, change: reading.ok ? reading.value : undefined };
}

/** The form, filled with the workspace's settings. */
export function clientForm({ workspace, name, external, shareable, settings, lockVersion }: Client): ClientForm {
  const values = {
    workspace,
    name,
    emailSignature: settings?.emailSignature ?? "",
    signupEnabled: settings?.signupEnabled ? "on" : undefined,
    emailWhitelist: settings?.emailWhitelist.join("\n") ?? "",
    emailBlacklist: settings?.emailBlacklist.join("\n") ?? "",
    external: external ? "on" : undefined,
    shareable: shareable ? "on" : undefined,
  };
  return newForm(clientFormSchema, { ...values, lockVersion: String(lockVersion), opened: openedWith(values) });
}
