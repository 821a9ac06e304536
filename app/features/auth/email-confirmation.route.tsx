import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalAnswer } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { useShell } from "~/layouts/shell";
import { findSession, visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { confirmEmail, findConfirmation } from "~/upstream/mail-links.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth"] };

const textKeys = { sign_up: "signUp", email_change: "emailChange" } as const;

/**
 * Shows what the button would confirm. It changes nothing, because mail scanners open every link. If the API is unavailable, the
 * button is shown anyway.
 */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const found = await findConfirmation(upstream, token);
  if (found === "gone") return data({ title: t("auth:emailConfirmation.goneTitle"), isGone: true, confirmation: null }, { status: 404 });
  if (!found) return data({ title: t("auth:emailConfirmation.submit"), isGone: false, confirmation: null });
  const kind = textKeys[found.purpose];
  const used = found.confirmedAt ? momentText(found.confirmedAt, locale).text : null;
  const confirmation = { kind, email: found.email, used, ...found.client };
  return data({ title: t(`auth:emailConfirmation.${kind}.title`), isGone: false, confirmation });
}

/** Uses the session if there is one, so that this browser stays signed in when the address changes. */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = (await findSession(request)) ?? (await visitor(request));
  const result = await confirmEmail(upstream, token);
  if (result === "gone") return data({ state: "gone" as const }, { status: 404 });
  if (result.ok) return data({ state: "done" as const });
  return refusalAnswer(result, {}, translator(locale), { state: "refused" as const });
}

export default function EmailConfirmationPage() {
  const { title, isGone, confirmation } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>()?.state ?? (isGone ? "gone" : confirmation?.used ? "used" : "open");
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        {state === "done" ? <Done /> : state === "used" ? <Done used={confirmation?.used} /> : state === "gone" ? <Gone /> : <Confirm />}
      </div>
    </Page>
  );
}

/** `used` is the moment at which an earlier visit confirmed. */
function Done({ used }: { used?: string | null }) {
  const { t } = useTranslation("auth");
  const user = useShell()?.user;
  return (
    <>
      <Outcome type="success">{used ? t("emailConfirmation.used", { moment: used }) : t("emailConfirmation.done")}</Outcome>
      <a className="btn primary big" href={href(user ? "settings" : "signIn")}>
        {t(user ? "emailConfirmation.toSettings" : "emailConfirmation.toSignIn")}
      </a>
    </>
  );
}

function Confirm() {
  const { t } = useTranslation("auth");
  const { confirmation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {answer?.state === "refused" ? <FormErrors form={answer.form} refused={t("emailConfirmation.refused")} /> : null}
      <p>
        {confirmation
          ? t(`emailConfirmation.${confirmation.kind}.text`, {
              email: confirmation.email,
              client: confirmation.name,
              workspace: confirmation.workspace,
            })
          : t("emailConfirmation.neutral")}
      </p>
      <form className="form" method="post">
        <button className="btn primary big" type="submit">
          {t("emailConfirmation.submit")}
        </button>
      </form>
      {confirmation ? <p className="soft">{t(`emailConfirmation.${confirmation.kind}.warning`)}</p> : null}
    </>
  );
}

function Gone() {
  const { t } = useTranslation("auth");
  return (
    <>
      <Outcome type="error">{t("emailConfirmation.gone")}</Outcome>
      <p className="soft">{t("emailConfirmation.goneHint")}</p>
      <a className="btn" href={href("signIn")}>
        {t("emailConfirmation.toSignIn")}
      </a>
    </>
  );
}
