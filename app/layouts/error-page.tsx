import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { failedForm, refusalReason } from "~/forms/failed-form";
import { href } from "../../contract/paths";
import { DeadEnd } from "./dead-end";
import { KeptFields } from "./kept-fields";
import { Page } from "./page";
import { errorKind, failedRequest, mayPass } from "./page-meta";
import { useShell } from "./shell";

/** Keeps the navigation, and shows the values of a form that could not be submitted. */
export function ErrorPage() {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const error = useRouteError();
  const kind = errorKind(error);
  const shell = useShell();
  const kept = failedForm(error)?.kept;
  const reason = refusalReason(error);
  const isTyped = kept !== undefined && kept.fields.length > 0;
  const isPassing = mayPass(error);
  const requestId = failedRequest(error) ?? shell?.requestId;
  const isGone = isTyped && kept.text !== undefined;
  // Offer to resubmit a form without typed values only if that may help.
  const post = isTyped || isPassing ? kept?.post : undefined;
  const actions = (
    <div className="cluster">
      {post ? (
        <button className="btn primary" type="submit">
          {post.text}
        </button>
      ) : null}
      {isPassing && !post ? (
        <a className="btn primary" href={`${pathname}${search}`}>
          {t("errors.again")}
        </a>
      ) : null}
      {isTyped && kept.next ? (
        <a className="btn" href={kept.next.to}>
          {kept.next.text}
        </a>
      ) : null}
      <a className={isPassing || isTyped ? "btn" : "btn primary"} href={shell?.isSignedIn ? href("stream") : href("signIn")}>
        {shell?.isSignedIn ? t("errors.toStream") : t("signIn")}
      </a>
    </div>
  );
  return (
    <Page>
      <div className="lost">
        <DeadEnd />
        <h1>{reason?.title ?? (isGone ? kept.title : t(`errors.${kind}.title`))}</h1>
        <p>
          {reason?.text ?? (isGone ? kept.text : t(`errors.${kind}.text`))} {isTyped && isPassing ? t("errors.kept") : null} {kept?.files}
        </p>
        {requestId && isPassing ? <p className="soft">{t("errors.requestId", { id: requestId })}</p> : null}
        {kept && post ? (
          <form className="form" method="post" action={post.to}>
            <KeptFields kept={kept} />
            {actions}
          </form>
        ) : (
          <>
            {isTyped ? (
              <div className="form">
                <KeptFields kept={kept} isReadOnly />
              </div>
            ) : null}
            {actions}
          </>
        )}
      </div>
    </Page>
  );
}
