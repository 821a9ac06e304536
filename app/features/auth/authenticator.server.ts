import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { config } from "~/config.server";
import type { FormState } from "~/forms/form-state";
import { readForm, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { visitor } from "~/session/session.server";
import { createSession } from "~/upstream/session.server";
import { credentialsSchema, workspaceSchema } from "../../../contract/rest/session";

interface SignedIn {
  token: string;
  device: string;
  /** The way back that the form carried. */
  to?: string;
  /** What somebody typed whose session was over then, as the form carried it. */
  lost?: string;
}

/** Why nobody was signed in, with the form to show again. */
export class SignInRefused extends Error {
  constructor(
    readonly form: FormState,
    readonly status: number,
    readonly askDeviceTerms: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super();
  }
}

/** Whether people of this workspace, as it was typed, confirm at sign-in that the device is the company's. */
function asksDeviceTerms(workspace: unknown): boolean {
  const read = workspaceSchema.safeParse(workspace);
  return read.success && config.deviceTermsWorkspaces.includes(read.data);
}

const signInSchema = credentialsSchema.extend({
  deviceTerms: z.boolean().default(false),
  to: z.string().optional().catch(undefined),
  lost: z.string().optional().catch(undefined),
});

export const authenticator = new Authenticator<SignedIn>();

authenticator.use(
  new FormStrategy<SignedIn>(async ({ form: body, request }) => {
    const { upstream, locale, device } = await visitor(request);
    const t = translator(locale);
    const reading = readForm(body, signInSchema, t, { secret: ["password"] });
    const { values, errors } = reading.ok ? { values: reading.values, errors: {} } : reading.form;
    const askDeviceTerms = asksDeviceTerms(values.workspace);
    // Workspaces that do not require the terms have no switch.
    if (askDeviceTerms && values.deviceTerms !== "on") errors.deviceTerms = [t("auth:deviceTerms.missing")];
    if (!reading.ok || errors.deviceTerms) throw new SignInRefused({ values, errors }, 422, askDeviceTerms);

    const { deviceTerms: _, to, lost, ...credentials } = reading.value;
    const result = await createSession(upstream, credentials);
    if (result.ok) return { token: result.data.authToken, device, to, lost };
    throw new SignInRefused(refusedForm(result, values, t), result.status, askDeviceTerms, result.retryAfterSeconds);
  }),
  "workspace",
);
