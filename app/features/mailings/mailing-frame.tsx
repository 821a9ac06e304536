import { Link, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { Icon } from "~/ui/icon";
import { useModal } from "~/ui/use-modal";
import { placeOf, type Step, stepPath, steps } from "./mailing-steps";

interface MailingFrameProps {
  /** Where it stands; on the success page there are no steps any more. */
  step?: Step;
  /** What is said of the draft, and the ways on; a form brings its own. */
  children: ReactNode;
}

/** The newsletter wizard over the folder: a full-screen dialog with a step bar. */
export function MailingFrame({ step, children }: MailingFrameProps) {
  const { t } = useTranslation(["mailings", "shell"]);
  const { below } = useOverlay();
  const { close: _, ...modal } = useModal(below);
  return (
    <dialog open className="full" aria-modal="true" aria-labelledby="dialog-title" suppressHydrationWarning {...modal}>
      <header>
        <div className="wrap">
          <h2 id="dialog-title">{t("mailings:title")}</h2>
          {step ? <Steps current={step} /> : null}
          <Link className="btn quiet close" to={below} preventScrollReset>
            <Icon name="close" />
            {t("shell:close")}
          </Link>
        </div>
      </header>
      {children}
    </dialog>
  );
}

/** Back to every step before this one; ahead only by what the step asks for. */
function Steps({ current }: { current: Step }) {
  const { t } = useTranslation("mailings");
  const { beside } = useOverlay();
  const { mailingId } = useParams();
  return (
    <nav className="steps" aria-label={t("steps.label")}>
      <ol>
        {steps.map((step, index) => (
          <li key={step}>
            {placeOf(step) < placeOf(current) && (mailingId || step === "history") ? (
              <Link to={beside(stepPath(mailingId ?? "", step))} preventScrollReset>
                <i aria-hidden="true">
                  <Icon name="check" />
                </i>
                {t(`steps.${step}`)}{" "}
              </Link>
            ) : (
              <span aria-current={step === current ? "step" : undefined}>
                <i aria-hidden="true">{index + 1}</i>
                {t(`steps.${step}`)}{" "}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What scrolls: the heading of the step, what belongs to it at its end, and the step itself. */
export function StepBody({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("mailings");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label={t("content")}>
      <div className="wrap stack roomy">
        <div className="head">
          <h3 className="h1" dir="auto">
            {title}
          </h3>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}

export function StepFoot({ children }: { children: ReactNode }) {
  return (
    <footer>
      <div className="wrap">{children}</div>
    </footer>
  );
}
