import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { Wizard, WizardBody } from "~/layouts/wizard";
import { placeOf, type Step, stepPath, steps } from "./newsletter-steps";

export { WizardFoot as StepFoot } from "~/layouts/wizard";

interface MailingFrameProps {
  /** Where it stands; on the success page there are no steps any more. */
  step?: Step;
  /** What is said of the draft, and the ways on; a form brings its own. */
  children: ReactNode;
}

/** The newsletter wizard over the folder. Back to every step before this one; ahead only by what the step asks for. */
export function MailingFrame({ step: current, children }: MailingFrameProps) {
  const { t } = useTranslation("mailings");
  const { beside } = useOverlay();
  const { mailingId } = useParams();
  const isBehind = (step: Step) => current !== undefined && placeOf(step) < placeOf(current) && Boolean(mailingId || step === "history");
  return (
    <Wizard
      title={t("title")}
      stepsLabel={t("steps.label")}
      steps={steps.map((step) => ({
        name: step,
        label: t(`steps.${step}`),
        to: isBehind(step) ? beside(stepPath(mailingId ?? "", step)) : undefined,
      }))}
      current={current}
    >
      {children}
    </Wizard>
  );
}

/** What scrolls: the heading of the step, what belongs to it at its end, and the step itself. */
export function StepBody(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("mailings");
  return <WizardBody label={t("content")} {...props} />;
}
