import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { Icon } from "~/ui/icon";
import { href, overlay } from "../../../contract/paths";
import { LeftOut } from "./left-out";
import { NewsletterFrame, StepBody, StepFoot } from "./newsletter-frame";
import { requireNewsletter, stepHref } from "./require-newsletter.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

/** Confirms that the newsletter was sent or scheduled, and links to its progress. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId, status, scheduledFor, deliveries, audience, leftOut } = await requireNewsletter(upstream, params, {
    withAudience: true,
    gone: "history",
  });
  if (status === "draft") throw redirect(stepHref(folderId, id, "summary"));
  const t = translator(locale);
  const count = status === "published" ? deliveries.total : (audience?.reached ?? 0);
  const text =
    scheduledFor === null
      ? t("newsletters:success.sent", { count })
      : t("newsletters:success.scheduled", { count, moment: momentText(scheduledFor, locale).text });
  return data({
    title: t(scheduledFor === null ? "newsletters:success.title" : "newsletters:success.titleLater"),
    id,
    status,
    text,
    leftOut: leftOut ?? [],
  });
}

export default function NewsletterSuccess() {
  const { t } = useTranslation(["newsletters", "lists", "shell"]);
  const { title, id, status, text, leftOut } = useLoaderData<typeof loader>();
  const { beside, below } = useOverlay();
  return (
    <NewsletterFrame>
      <StepBody title={title}>
        <div className="stack narrow">
          <p className="notice plain">
            <Icon name="success" />
            <span>{text}</span>
          </p>
          <LeftOut articles={leftOut} is="sent" />
          <p className="cluster">
            <Link className="btn primary" to={beside(overlay("newsletters"))} preventScrollReset>
              {t("newsletters:success.toHistory")}
            </Link>
            {status === "published" ? (
              <a className="btn" href={href("newsletter", { newsletterId: id })} target="_blank" rel="noopener">
                <Icon name="external" />
                {t("newsletters:success.view")}
                <span className="vh"> {t("lists:opensInNewWindow")}</span>
              </a>
            ) : null}
          </p>
        </div>
      </StepBody>
      <StepFoot>
        <span className="end">
          <CloseLink className="btn" to={below}>
            {t("shell:close")}
          </CloseLink>
        </span>
      </StepFoot>
    </NewsletterFrame>
  );
}
