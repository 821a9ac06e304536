import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { useModal } from "~/ui/use-modal";
import { useOverlay } from "./overlay";

interface WizardProps {
  title: string;
  stepsLabel: string;
  /** In their order; `to` where a step can be gone back to. */
  steps: { name: string; label: string; to: string | undefined }[];
  /** The step it stands at; unset, no steps are shown. */
  current: string | undefined;
  children: ReactNode;
}

/** A full-screen dialog with a bar of steps, over the page that it was opened from. */
export function Wizard({ title, stepsLabel, steps, current, children }: WizardProps) {
  const { t } = useTranslation("shell");
  const { below } = useOverlay();
  const { close: _, ...modal } = useModal(below);
  return (
    <dialog open className="full" aria-modal="true" aria-labelledby="dialog-title" suppressHydrationWarning {...modal}>
      <header>
        <div className="wrap">
          <h2 id="dialog-title">{title}</h2>
          {current === undefined ? null : (
            <nav className="steps" aria-label={stepsLabel}>
              <ol>
                {steps.map(({ name, label, to }, index) => (
                  <li key={name}>
                    {to === undefined ? (
                      <span aria-current={name === current ? "step" : undefined}>
                        <i aria-hidden="true">{index + 1}</i>
                        {label}{" "}
                      </span>
                    ) : (
                      <Link to={to} preventScrollReset>
                        <i aria-hidden="true">
                          <Icon name="check" />
                        </i>
                        {label}{" "}
                      </Link>
                    )}
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <Link className="btn quiet close" to={below} preventScrollReset>
            <Icon name="close" />
            {t("close")}
          </Link>
        </div>
      </header>
      {children}
    </dialog>
  );
}

/** What scrolls: the heading of the step, what belongs to it at its end, and the step itself. `label` names the part. */
export function WizardBody({ label, title, action, children }: { label: string; title: string; action?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label={label}>
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

/** The ways on, below what scrolls. */
export function WizardFoot({ children }: { children: ReactNode }) {
  return (
    <footer>
      <div className="wrap">{children}</div>
    </footer>
  );
}
