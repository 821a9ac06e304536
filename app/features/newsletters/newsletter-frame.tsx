import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { Wizard, WizardBody, type WizardBodyProps } from "~/layouts/wizard";
import { placeOf, type Step, stepPath, steps } from "./newsletter-steps";

export { WizardFoot as StepFoot } from "~/layouts/wizard";

interface NewsletterFrameProps {
  /** The current step; undefined on the success page. */
  step?: Step;
  /** The step's body and foot, which a form wraps in its own element. */
  children: ReactNode;
}

/** The newsletter wizard over the folder. Links lead to earlier steps; later ones are reached only by completing the current step. */
export function NewsletterFrame({ step: current, children }: NewsletterFrameProps) {
  const { t } = useTranslation("newsletters");
  const { beside } = useOverlay();
  const { newsletterId } = useParams();
  const isBehind = (step: Step) => current !== undefined && placeOf(step) < placeOf(current) && Boolean(newsletterId || step === "history");
  return (
    <Wizard
      title={t("title")}
      stepsLabel={t("steps.label")}
      steps={steps.map((step) => ({
        name: step,
        label: t(`steps.${step}`),
        to: isBehind(step) ? beside(stepPath(newsletterId ?? "", step)) : undefined,
      }))}
      current={current}
    >
      {children}
    </Wizard>
  );
}

/** The scrollable part of a step: its heading, an optional action next to it, and the content. */
export function StepBody(props: WizardBodyProps) {
  const { t } = useTranslation("newsletters");
  return <WizardBody label={t("content")} {...props} />;
}
