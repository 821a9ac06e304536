import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { failedForm } from "~/forms/failed-form";
import { type FormState, toFields } from "~/forms/form-state";
import { href } from "~/paths";
import { HiddenFields } from "~/ui/hidden-fields";
import { DeadEnd } from "./dead-end";
import { Page } from "./page";
import { errorKind, failedRequest } from "./page-meta";
import { useShell } from "./shell";

/** The page for what went wrong. The navigation stays, and the way on is a link. */
export function ErrorPage() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  const kind = errorKind(error);
  const shell = useShell();
  const form = failedForm(error)?.form;
  const mayPass = kind === "failed" || kind === "unavailable";
  const requestId = failedRequest(error) ?? shell?.requestId;
  return (
    <Page>
      <div className="lost">
        <DeadEnd />
        <h1>{t(`errors.${kind}.title`)}</h1>
        <p>
          {t(`errors.${kind}.text`)} {form && toFields(form.values).length > 0 ? t("errors.kept") : null}
        </p>
        {requestId && mayPass ? <p className="soft">{t("errors.requestId", { id: requestId })}</p> : null}
        <div className="cluster">
          {mayPass ? <Again form={form} /> : null}
          {shell?.isSignedIn ? (
            <a className={mayPass ? "btn" : "btn primary"} href={href("stream", {})}>
              {t("errors.toStream")}
            </a>
          ) : (
            <a className={mayPass ? "btn" : "btn primary"} href={href("signIn", {})}>
              {t("signIn")}
            </a>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The page once more; what was sent to it, where that was a form. */
function Again({ form }: { form: FormState | undefined }) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  if (!form) {
    return (
      <a className="btn primary" href={address}>
        {t("errors.again")}
      </a>
    );
  }
  return (
    <form method="post" action={address}>
      <HiddenFields fields={toFields(form.values)} />
      <button className="btn primary" type="submit">
        {t("errors.again")}
      </button>
    </form>
  );
}
