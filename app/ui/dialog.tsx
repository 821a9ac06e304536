import type { MouseEvent, ReactNode } from "react";
import { CloseLink } from "./close-link";
import { Icon } from "./icon";
import { useModal } from "./use-modal";

interface DialogProps {
  title: string;
  /** Where closing leads, usually the page below. */
  closeTo: string;
  closeLabel: string;
  kind?: "modal" | "modal small" | "side";
  /** Whether it is a confirmation, which has no close button. */
  alert?: boolean;
  tabs?: ReactNode;
  children: ReactNode;
}

/**
 * An overlay over the page below, which the layout makes inert. It is rendered open, so it works without JavaScript. With JavaScript it
 * becomes modal: Escape and a click outside follow the close link, and focus returns to where it was.
 */
export function Dialog({ title, closeTo, closeLabel, kind = "modal", alert = false, tabs, children }: DialogProps) {
  const { close, ...modal } = useModal(closeTo);
  return (
    <>
      <CloseLink className="scrim" to={closeTo} tabIndex={-1} aria-hidden="true" />
      <dialog
        open
        {...modal}
        className={kind}
        role={alert ? "alertdialog" : undefined}
        aria-modal="true"
        aria-labelledby="dialog-title"
        aria-describedby={alert ? "dialog-text" : undefined}
        suppressHydrationWarning
        onMouseDown={(event: MouseEvent<HTMLDialogElement>) => {
          if (event.target === event.currentTarget && isBeside(event)) close();
        }}
      >
        <div className="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          {alert ? null : (
            <CloseLink className="btn quiet square" to={closeTo}>
              <Icon name="close" />
              <span className="vh">{closeLabel}</span>
            </CloseLink>
          )}
        </div>
        {tabs}
        {children}
      </dialog>
    </>
  );
}

/** Whether a click hit the backdrop, for which the dialog is the target. */
function isBeside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
