import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { config } from "~/config.server";
import { type FormOf, readForm, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { visitor } from "~/session/session.server";
import { createSession } from "~/upstream/session.server";
import { credentialsSchema, workspaceSchema } from "../../../contract/rest/session";

export const signInSchema = credentialsSchema.extend({
  deviceTerms: z.boolean().default(false),
  to: z.string().optional().catch(undefined),
  pending: z.string().optional().catch(undefined),
});

export type SignInForm = FormOf<typeof signInSchema>;

interface SignedIn {
  token: string;
  workspace: string;
  device: string;
  /** The return URL that the form carried. */
  to?: string;
  /** The pending submission of an expired session, as the form carried it. */
  pending?: string;
}

/** A failed sign-in, with the form to show again. */
export class SignInRefused extends Error {
  constructor(
    readonly form: SignInForm,
    readonly status: number,
    readonly askDeviceTerms: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super();
  }
}

/** The typed credentials, with the workspace normalised for comparison. */
function withWorkspace(values: SignInForm["values"]): SignInForm["values"] {
  const workspace = workspaceSchema.safeParse(values.workspace);
  return workspace.success ? { ...values, workspace: workspace.data } : values;
}

/** Whether a workspace requires its people to confirm the policy for devices. */
export const asksDeviceTerms = (name: unknown): boolean => config.deviceTermsWorkspaces.some((workspace) => workspace === name);

export const authenticator = new Authenticator<SignedIn>();

authenticator.use(
  new FormStrategy<SignedIn>(async ({ form: body, request }) => {
    const { upstream, locale, device } = await visitor(request);
    const t = translator(locale);
    const reading = readForm(body, signInSchema, t, { secret: ["password"] });
    const errors: SignInForm["errors"] = reading.ok ? {} : reading.form.errors;
    const values = withWorkspace(reading.ok ? reading.values : reading.form.values);
    const askDeviceTerms = asksDeviceTerms(values.workspace);
    const isConfirmed = values.deviceTerms === "on";
    if (askDeviceTerms && !isConfirmed) errors.deviceTerms = [t("auth:deviceTerms.missing")];
    // Their forms have no switch. The error is at the workspace, because the form returns without it.
    if (!askDeviceTerms && isConfirmed && !errors.workspace) errors.workspace = [t("auth:deviceTerms.notAsked")];
    if (!reading.ok || errors.deviceTerms || errors.workspace) throw new SignInRefused({ values, errors }, 422, askDeviceTerms);

    const { deviceTerms: _, to, pending, ...credentials } = reading.value;
    const result = await createSession(upstream, credentials);
    if (result.ok) return { token: result.data.authToken, workspace: credentials.workspace, device, to, pending };
    throw new SignInRefused(refusedForm(result, values, t), result.status, askDeviceTerms, result.retryAfterSeconds);
  }),
  "workspace",
);
