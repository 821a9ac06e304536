import { z } from "zod";
import type { FormWithFiles } from "~/forms/form-with-files.server";
import { type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import type { Client } from "~/upstream/workspace.server";
import { limits } from "../../../contract/limits";
import { workspaceSchema } from "../../../contract/rest/session";
import { optionalText, requiredLine } from "../../../contract/rest/shared";

/** Addresses and domains as people write them down: one a line, or parted by commas, semicolons or spaces. */
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
  // Hidden: nobody could mend it.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
});

type ClientForm = z.output<typeof clientFormSchema>;

/** The settings as they were posted. A file cannot be shown again, so one that came with a wrong form has to be chosen once more, and that is said. */
export function readClientForm({ body, files, tooManyFiles, noRoom }: FormWithFiles, t: Translate): Reading<ClientForm> {
  const reading = readForm(body, clientFormSchema, t);
  if (tooManyFiles || files.length > 1) return withError(reading, { logo: [t("client:logo.onlyOne")] });
  if (noRoom) return withError(reading, { logo: [t("errors:noRoom")] });
  return reading.ok || files.length === 0 ? reading : withError(reading, { logo: [t("client:logo.again")] });
}

function withError(reading: Reading<ClientForm>, errors: Record<string, string[]>): Reading<ClientForm> {
  const form = reading.ok ? { values: reading.values, errors: {} } : reading.form;
  return { ok: false, form: { ...form, errors: { ...form.errors, ...errors } } };
}

/** The form of the workspace as it is. */
export function clientValues({ workspace, name, external, shareable, settings, lockVersion }: Client): Record<string, unknown> {
  return {
    workspace,
    name,
    emailSignature: settings?.emailSignature ?? "",
    signupEnabled: settings?.signupEnabled ? "on" : undefined,
    emailWhitelist: settings?.emailWhitelist.join("\n") ?? "",
    emailBlacklist: settings?.emailBlacklist.join("\n") ?? "",
    external: external ? "on" : undefined,
    shareable: shareable ? "on" : undefined,
    lockVersion: String(lockVersion),
  };
}
