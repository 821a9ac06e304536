import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalAnswer, refusalInit } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { confirmInvitation, findInvitation } from "~/upstream/mail-links.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth"] };

/**
 * Shows a confirmation button. It changes nothing, because mail scanners open every link. Only a 404 is an error; if the API fails in
 * any other way, the button is shown anyway.
 */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const title = translator(locale)("auth:invitation.title");
  const found = await findInvitation(upstream, token);
  if (found === "gone") return data({ title, isGone: true, invitation: null }, { status: 404 });
  if (!found) return data({ title, isGone: false, invitation: null });
  const { email, client, confirmedAt } = found;
  const used = confirmedAt ? momentText(confirmedAt, locale).text : null;
  return data({ title, isGone: false, invitation: { email, client: client.name, workspace: client.workspace, used } });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const found = await findInvitation(upstream, token);
  // Confirmed meanwhile, in another window: send no second mail and promise none.
  if (found !== "gone" && found?.confirmedAt) return data({ state: "used" as const });
  const result = await confirmInvitation(upstream, token);
  if (result === "gone") return data({ state: "gone" as const }, { status: 404 });
  if (result.ok) return data({ state: "done" as const });
  // The invitation may or may not have been confirmed.
  if (result.status >= 500) return data({ state: "unknown" as const }, refusalInit(result));
  return refusalAnswer(result, {}, translator(locale), { state: "refused" as const });
}

export default function InvitationConfirmationPage() {
  const { t } = useTranslation("auth");
  const { title, isGone, invitation } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>()?.state ?? (isGone ? "gone" : invitation?.used ? "used" : "open");
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        {state === "done" ? <Outcome type="success">{t("invitation.done")}</Outcome> : null}
        {state === "used" ? <Used /> : null}
        {state === "gone" ? <Outcome type="error">{t("invitation.gone")}</Outcome> : null}
        {state === "done" || state === "used" || state === "gone" ? (
          <a className={state === "gone" ? "btn" : "btn primary big"} href={href("signIn")}>
            {t("invitation.toSignIn")}
          </a>
        ) : (
          <Confirm />
        )}
      </div>
    </Page>
  );
}

/** The invitation was accepted earlier: still a success, but no second password is sent. */
function Used() {
  const { t } = useTranslation("auth");
  const { invitation } = useLoaderData<typeof loader>();
  if (!invitation?.used) return <Outcome type="success">{t("invitation.usedBefore")}</Outcome>;
  return (
    <>
      <Outcome type="success">{t("invitation.used", { moment: invitation.used })}</Outcome>
      <p>{t("invitation.usedText", { email: invitation.email, workspace: invitation.workspace })}</p>
      <p>
        {t("invitation.noPassword")} <a href={href("passwordReset")}>{t("newPassword.again")}</a>
      </p>
    </>
  );
}

function Confirm() {
  const { t } = useTranslation("auth");
  const { invitation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {answer?.state === "refused" ? <FormErrors form={answer.form} refused={t("invitation.refused")} /> : null}
      {answer?.state === "unknown" ? <p role="status">{t("invitation.unknown")}</p> : null}
      <p>
        {invitation
          ? t("invitation.text", { email: invitation.email, client: invitation.client, workspace: invitation.workspace })
          : t("invitation.neutral")}
      </p>
      <form className="form" method="post">
        <button className="btn primary big" type="submit">
          {t("invitation.submit")}
        </button>
      </form>
    </>
  );
}
