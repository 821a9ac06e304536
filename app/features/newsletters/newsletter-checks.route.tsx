import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { unlessFailed } from "~/upstream/failure.server";
import { listChecks } from "~/upstream/newsletter-drafts.server";
import { Checks } from "./checks";
import { NewsletterFrame, StepBody, StepFoot } from "./newsletter-frame";
import { stepPath } from "./newsletter-steps";
import { requireDraft } from "./require-newsletter.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

/** Problems to look at before sending. The checks take seconds, so the summary loads them after it is shown. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id } = await requireDraft(upstream, params);
  // Rate limited or unavailable: the summary works without them, and the API checks again before it publishes.
  const checks = await unlessFailed(listChecks(upstream, id));
  return data({ title: translator(locale)("newsletters:checks.title"), id, checks: checks ?? null });
}

export default function NewsletterChecks() {
  const { t } = useTranslation("newsletters");
  const { title, id, checks } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <NewsletterFrame step="summary">
      <StepBody title={title}>
        <div className="narrow">
          <Checks checks={checks} />
        </div>
      </StepBody>
      <StepFoot>
        <Link className="btn" to={beside(stepPath(id, "summary"))} preventScrollReset>
          <Icon name="arrow-left" />
          {t("steps.summary")}
        </Link>
      </StepFoot>
    </NewsletterFrame>
  );
}
