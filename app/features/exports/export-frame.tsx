import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Wizard, WizardBody } from "~/layouts/wizard";

export { WizardFoot as StepFoot } from "~/layouts/wizard";

/** Typed in one step, and posted by the others as well. */
export const exportTyped = { title: "exports:fields.title" } as const;

const steps = ["format", "articles", "output"] as const;

/**
 * The export wizard over the list it was opened from. Closing returns to the list; reopening starts at the first step. The steps are not
 * links: only the buttons at the end of a step keep the selection.
 */
export function ExportFrame({ step: current, children }: { step: (typeof steps)[number]; children: ReactNode }) {
  const { t } = useTranslation("exports");
  return (
    <Wizard
      title={t("title")}
      stepsLabel={t("steps.label")}
      steps={steps.map((step) => ({ name: step, label: t(`steps.${step}`), to: undefined }))}
      current={current}
    >
      {children}
    </Wizard>
  );
}

/** The scrollable part of a step. */
export function StepBody(props: { title: string; children: ReactNode }) {
  const { t } = useTranslation("exports");
  return <WizardBody label={t("content")} {...props} />;
}
