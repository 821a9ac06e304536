import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CloseLink } from "~/ui/close-link";
import { Icon } from "~/ui/icon";
import { useModal } from "~/ui/use-modal";
import { useOverlay } from "./overlay";

interface WizardProps {
  title: string;
  stepsLabel: string;
  /** In order; `to` is set for steps that can be opened. */
  steps: { name: string; label: string; to: string | undefined }[];
  /** The current step; if undefined, no steps are shown. */
  current: string | undefined;
  children: ReactNode;
}

/** A full-screen dialog with a step bar, over the page from which it was opened. */
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
                {steps.map(({ name, label, to }) => (
                  <li key={name}>
                    {to === undefined ? (
                      <span aria-current={name === current ? "step" : undefined}>
                        <i aria-hidden="true" />
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
          <CloseLink className="btn quiet close" to={below}>
            <Icon name="close" />
            {t("close")}
          </CloseLink>
        </div>
      </header>
      {children}
    </dialog>
  );
}

export interface WizardBodyProps {
  title: string;
  /** Shown next to the heading. */
  action?: ReactNode;
  /** Focus begins at the heading, not in the first field. */
  readFirst?: boolean;
  children: ReactNode;
}

/** The scrollable part of a step: its heading and its content. `label` is its accessible name. */
export function WizardBody({ label, title, action, readFirst, children }: WizardBodyProps & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={label} data-read-first={readFirst || undefined}>
      <div className="wrap stack roomy">
        <div className="head">
          <h3 className="h1" dir="auto" tabIndex={-1}>
            {title}
          </h3>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}

/** The buttons below the scrollable part. */
export function WizardFoot({ children }: { children: ReactNode }) {
  return (
    <footer>
      <div className="wrap">{children}</div>
    </footer>
  );
}
