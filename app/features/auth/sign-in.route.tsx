import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { type FormState, typedText } from "~/forms/form-state";
import { readWithoutFiles } from "~/forms/form-with-files.server";
import { refusalInit } from "~/forms/read-form.server";
import { findWayBack } from "~/http/way-back.server";
import { saveLocale } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { keepDevice } from "~/session/device.server";
import { findLostForm, type LostForm, readLostForm } from "~/session/lost-form.server";
import { endSession, findAccountLocale, findSession, signInCookie, subjectOf, visitor } from "~/session/session.server";
import { ErrorSummary } from "~/ui/error-summary";
import { describedBy, Field } from "~/ui/field";
import { HiddenFields } from "~/ui/hidden-fields";
import { AccountFields } from "./account-fields";
import { authenticator, SignInRefused } from "./authenticator.server";
import { DeviceTerms } from "./device-terms";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["auth"], takesFiles: true };

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findSession(request)) return redirect(href("settings", {}));
  const { locale } = await visitor(request);
  const t = translator(locale);
  const { searchParams } = new URL(request.url);
  return data({
    title: t("auth:signIn.title"),
    description: t("auth:signIn.description", { product: config.product.name }),
    to: searchParams.get("to") ?? "",
    notice: noticeOf(searchParams),
  });
}

/** Why somebody stands here who was signed in. */
const noticeOf = (searchParams: URLSearchParams) =>
  searchParams.get("reason") === "disabled" ? ("disabled" as const) : searchParams.has("form") ? ("over" as const) : undefined;

interface Answer {
  form?: FormState;
  askDeviceTerms?: boolean;
  /** A form came that its session could not save any more. */
  isOver?: boolean;
  notice?: "disabled" | "over";
  /** Signed in, and this is still to be sent. */
  lost?: LostForm;
}

/** Signs in, for a session that may run here so far. What a session that was over could not save comes by here first, and is offered after the sign-in. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const sent = await readWithoutFiles(request);
  if (searchParams.has("form")) {
    const lost = findLostForm(request.url, sent);
    const values = { to: searchParams.get("to") ?? "", lost: lost && JSON.stringify(lost) };
    return data<Answer>({ form: { values, errors: {} }, isOver: true, notice: noticeOf(searchParams) });
  }
  try {
    const { token, device, to, lost: text } = await authenticator.authenticate("workspace", withFields(request, sent.body));
    const headers = new Headers({ "Set-Cookie": signInCookie(token) });
    headers.append("Set-Cookie", keepDevice(device));
    // Nobody could end the one that this browser had so far any more.
    await endSession(request);
    const chosen = await findAccountLocale(request, token);
    if (chosen) headers.append("Set-Cookie", saveLocale(chosen));
    const lost = readLostForm(text);
    // What one person typed is nothing for the next one at this browser.
    if (!lost || (lost.user && lost.user !== subjectOf(token))) return redirect(findWayBack(to) ?? href("home", {}), { headers });
    return data<Answer>({ lost }, { headers });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return data<Answer>({ form: error.form, askDeviceTerms: error.askDeviceTerms }, refusalInit(error));
  }
}

/** The request with these fields as its body, which has been read. */
function withFields({ url, method, headers }: Request, body: FormData): Request {
  const fields = [...body].filter((field): field is [string, string] => typeof field[1] === "string");
  const others = new Headers(headers);
  for (const name of ["Content-Type", "Content-Length"]) others.delete(name);
  return new Request(url, { method, headers: others, body: new URLSearchParams(fields) });
}

const fieldNames = ["workspace", "email", "password", "deviceTerms"] as const;

export default function SignInPage() {
  const { t } = useTranslation(["auth", "shell"]);
  const { to, notice: asked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const notice = answer ? answer.notice : asked;
  if (answer?.lost) return <Resume {...answer.lost} />;
  const { values, errors: found = {}, message }: Partial<FormState> = answer?.form ?? {};
  // A password does not come back with the form, so it has to be typed again whatever else is wrong.
  const errors = answer && !answer.isOver && !found.password ? { ...found, password: [t("auth:signIn.passwordAgain")] } : found;
  const listed = message ? found : errors;
  const summary = [
    ...(message ? [{ id: "workspace", message }] : []),
    ...fieldNames.flatMap((name) => (listed[name] ?? []).map((text) => ({ id: name, message: `${t(`auth:signIn.${name}`)}: ${text}` }))),
  ];
  return (
    <Page>
      <div className="gate">
        <h1>{t("auth:signIn.title")}</h1>
        {summary.length > 0 ? <ErrorSummary title={message ? t("auth:signIn.refused") : t("shell:summaryTitle")} errors={summary} /> : null}
        {notice ? (
          <p className="panel" role="status">
            {t(`auth:signIn.${notice}`)}
          </p>
        ) : null}
        <form className="form" method="post" action={href("signIn", {})} noValidate>
          <input type="hidden" name="to" value={typedText(values, "to", to)} />
          {values?.lost ? <input type="hidden" name="lost" value={typedText(values, "lost")} /> : null}
          <AccountFields
            values={values}
            errors={errors}
            labels={{ workspace: t("auth:signIn.workspace"), email: t("auth:signIn.email") }}
          />
          <Field
            id="password"
            label={t("auth:signIn.password")}
            errors={errors.password}
            aside={
              <a className="push" href={href("passwordReset", {})}>
                {t("auth:signIn.forgotten")}
              </a>
            }
          >
            <input
              className="input"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              {...describedBy("password", { errors: errors.password })}
            />
          </Field>
          {answer?.askDeviceTerms ? <DeviceTerms checked={typedText(values, "deviceTerms") === "on"} errors={errors.deviceTerms} /> : null}
          <button className="btn primary big" type="submit">
            {t("auth:signIn.submit")}
          </button>
        </form>
        <p className="soft">
          {t("auth:signIn.noAccount")} <a href={href("signUp", {})}>{t("auth:signIn.signUp")}</a>
        </p>
      </div>
    </Page>
  );
}

/** Signed in again: one press sends what was typed to where it was going. */
function Resume({ action, fields, files }: LostForm) {
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
