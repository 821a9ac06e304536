import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { confirmInvitation, findInvitation } from "~/upstream/mail-links.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth"] };

/**
 * Shows one button, and changes nothing: mail scanners open every link (decisions 2.7). Only a 404 is an error; whatever else
 * keeps the API from answering, the button is there to try (specification, part 2, 8).
 */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const title = translator(locale)("auth:invitation.title");
  const found = await findInvitation(upstream, token);
  if (found === "gone") return data({ title, isGone: true, invitation: null }, { status: 404 });
  return data({ title, isGone: false, invitation: found ? { email: found.email, ...found.client } : null });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const result = await confirmInvitation(upstream, token);
  if (result === "gone") return data({ state: "gone" as const }, { status: 404 });
  if (result.ok) return data({ state: "done" as const });
  // Nobody knows what came of it.
  if (result.status >= 500) return data({ state: "unknown" as const }, refusalInit(result));
  return data({ state: "refused" as const, form: refusedForm(result, {}, translator(locale)) }, refusalInit(result));
}

export default function InvitationConfirmationPage() {
  const { t } = useTranslation("auth");
  const { title, isGone } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>()?.state ?? (isGone ? "gone" : "open");
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        {state === "done" ? <Outcome type="success">{t("invitation.done")}</Outcome> : null}
        {state === "gone" ? <Outcome type="error">{t("invitation.gone")}</Outcome> : null}
        {state === "done" || state === "gone" ? (
          <a className={state === "done" ? "btn primary big" : "btn"} href={href("signIn", {})}>
            {t("invitation.toSignIn")}
          </a>
        ) : (
          <Confirm />
        )}
      </div>
    </Page>
  );
}

function Confirm() {
  const { t } = useTranslation("auth");
  const { invitation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {answer?.state === "refused" ? <FormErrors form={answer.form} labels={{}} refused={t("invitation.refused")} /> : null}
      {answer?.state === "unknown" ? <p role="status">{t("invitation.unknown")}</p> : null}
      <p>
        {invitation
          ? t("invitation.text", { email: invitation.email, client: invitation.name, workspace: invitation.workspace })
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
