import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { HiddenFields as HiddenFormFields, PasswordField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, labelsOf } from "~/forms/form-state";
import { readWithoutFiles } from "~/forms/form-with-files.server";
import { newForm, refusalInit } from "~/forms/read-form.server";
import { useDocument } from "~/http/document";
import { findRedirectTo } from "~/http/redirect-to.server";
import { saveLocale } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { keepDevice } from "~/session/device.server";
import { findPendingSubmission, type PendingSubmission, readPendingSubmission } from "~/session/pending-submission.server";
import { endSession, findAccountLocale, findSession, signInCookie, subjectOf, visitor } from "~/session/session.server";
import { FieldError } from "~/ui/field";
import { HiddenFields } from "~/ui/hidden-fields";
import { href } from "../../../contract/paths";
import { AccountFields, accountTyped } from "./account-fields";
import { asksDeviceTerms, authenticator, type SignInForm, SignInRefused, signInSchema } from "./authenticator.server";
import { DeviceTerms } from "./device-terms";
import { keepLastWorkspace, lastWorkspace } from "./last-workspace.server";
// Bundled separately, like a worker: no other module imports it.
import script from "./sign-in-script?worker&url";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["auth"], takesFiles: true, typed: accountTyped };

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findSession(request)) return redirect(href("settings"));
  const { locale } = await visitor(request);
  const t = translator(locale);
  const { searchParams } = new URL(request.url);
  const workspace = lastWorkspace(request);
  return data({
    title: t("auth:signIn.title"),
    description: t("auth:signIn.description", { product: config.product.name }),
    form: newForm(signInSchema, { to: searchParams.get("to") ?? "", workspace }),
    askDeviceTerms: asksDeviceTerms(workspace),
    notice: noticeOf(searchParams),
    deviceTermsWorkspaces: config.deviceTermsWorkspaces.join(" "),
    required: t("errors:required"),
  });
}

/** Why a user who had a session was sent to this page. */
const noticeOf = (searchParams: URLSearchParams) =>
  searchParams.get("reason") === "disabled" ? ("disabled" as const) : searchParams.has("form") ? ("over" as const) : undefined;

interface Answer {
  form?: SignInForm;
  askDeviceTerms?: boolean;
  /** A form was posted here because its session had expired. */
  isOver?: boolean;
  notice?: "disabled" | "over";
  /** Signed in; a pending submission can be resumed. */
  pending?: PendingSubmission;
}

/**
 * Signs in, and ends the previous session of this browser. The form of an expired session is posted here first, and offered for
 * resubmission after the sign-in.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const sent = await readWithoutFiles(request);
  if (searchParams.has("form")) {
    const pending = findPendingSubmission(request.url, sent);
    const values = { workspace: lastWorkspace(request), to: searchParams.get("to") ?? "", pending: pending && JSON.stringify(pending) };
    return data<Answer>({ form: { values, errors: {} }, isOver: true, notice: noticeOf(searchParams) });
  }
  try {
    const { token, workspace, device, to, pending: text } = await authenticator.authenticate("workspace", withFields(request, sent.body));
    const headers = new Headers({ "Set-Cookie": signInCookie(token) });
    headers.append("Set-Cookie", keepDevice(device));
    headers.append("Set-Cookie", keepLastWorkspace(workspace));
    // The cookie is about to be replaced, so this is the last chance to end the previous session.
    await endSession(request);
    const chosen = await findAccountLocale(request, token);
    if (chosen) headers.append("Set-Cookie", saveLocale(chosen));
    const pending = readPendingSubmission(text);
    // Never show one user's input to the next user of this browser.
    if (!pending || (pending.user && pending.user !== subjectOf(token))) return redirect(findRedirectTo(to) ?? href("home"), { headers });
    return data<Answer>({ pending }, { headers });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return data<Answer>({ form: error.form, askDeviceTerms: error.askDeviceTerms }, refusalInit(error));
  }
}

/** The request with these fields in place of its body, which has been read. */
function withFields({ url, method, headers }: Request, body: FormData): Request {
  const fields = [...body].filter((field): field is [string, string] => typeof field[1] === "string");
  const others = new Headers(headers);
  for (const name of ["Content-Type", "Content-Length"]) others.delete(name);
  return new Request(url, { method, headers: others, body: new URLSearchParams(fields) });
}

const fieldNames = ["workspace", "email", "password", "deviceTerms"] as const;

export default function SignInPage() {
  const { t } = useTranslation(["auth", "shell"]);
  const { nonce } = useDocument();
  const { form: begun, askDeviceTerms: asksAtFirst, notice: asked, deviceTermsWorkspaces, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const notice = answer ? answer.notice : asked;
  const askDeviceTerms = answer?.askDeviceTerms ?? asksAtFirst;
  if (answer?.pending) return <Resume {...answer.pending} />;
  const form = { ...begun, ...answer?.form };
  const labels = labelsOf(fieldNames, (name) => t(`auth:signIn.${name}`));
  // Passwords are not returned with the form, so they have to be typed again after any error.
  const errors = answer && !answer.isOver ? { password: [t("auth:signIn.passwordAgain")], ...form.errors } : form.errors;
  const fields = fieldsOf({ ...form, errors }, labels);
  return (
    <Page>
      <div className="gate">
        <h1>{t("auth:signIn.title")}</h1>
        <FormErrors
          form={form}
          fields={form.message ? fieldsOf(form, labels) : fields}
          refused={t("auth:signIn.refused")}
          messageField="workspace"
        />
        {notice ? (
          <p className="panel" role="status">
            {t(`auth:signIn.${notice}`)}
          </p>
        ) : null}
        <form className="form" method="post" action={href("signIn")} noValidate data-sign-in>
          <HiddenFormFields form={form} names={["to", "pending"]} />
          <AccountFields fields={fields} />
          <div className="field">
            <PasswordField field={fields.password} />
            <p className="hint">
              <a href={href("passwordReset")}>{t("auth:signIn.forgotten")}</a>
            </p>
          </div>
          {askDeviceTerms ? <DeviceTerms field={fields.deviceTerms} /> : null}
          <button className="btn primary big" type="submit">
            {t("auth:signIn.submit")}
          </button>
          {/* What the script shows. */}
          <template data-workspaces={deviceTermsWorkspaces}>
            <DeviceTerms field={{ ...fields.deviceTerms, value: "", errors: undefined }} />
          </template>
          <template data-missing="workspace email password">
            <FieldError id="missing" errors={[required]} />
          </template>
          <template data-missing="deviceTerms">
            <FieldError id="missing" errors={[t("auth:deviceTerms.missing")]} />
          </template>
        </form>
        <script type="module" nonce={nonce} src={script} />
        <p className="soft">
          {t("auth:signIn.noAccount")} <a href={href("signUp")}>{t("auth:signIn.signUp")}</a>
        </p>
      </div>
    </Page>
  );
}

/** After the sign-in, a single click resubmits the pending submission. */
function Resume({ action, fields, files }: PendingSubmission) {
  const { t } = useTranslation("auth");
  return (
    <Page>
      <div className="gate">
        <h1>{t("resume.title")}</h1>
        <p>{t("resume.text")}</p>
        {files.length > 0 ? <p>{t("resume.files", { names: files.join(", ") })}</p> : null}
        <form className="form" method="post" action={action}>
          <HiddenFields fields={fields} />
          <button className="btn primary big" type="submit">
            {t("resume.submit")}
          </button>
        </form>
      </div>
    </Page>
  );
}
