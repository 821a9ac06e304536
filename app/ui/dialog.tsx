import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { Icon } from "./icon";
import { useModal } from "./use-modal";

interface DialogProps {
  title: string;
  /** Where closing leads: the page below. */
  closeTo: string;
  closeLabel: string;
  kind?: "modal" | "modal small" | "side";
  /** A confirmation has no close button: its two answers are the ways out. */
  alert?: boolean;
  tabs?: ReactNode;
  children: ReactNode;
}

/**
 * An overlay over the page below, which its layout makes inert. The server renders it open, so that it needs no script;
 * with script it becomes modal: Escape and a click beside it follow the close link, and the focus returns where it was.
 */
export function Dialog({ title, closeTo, closeLabel, kind = "modal", alert = false, tabs, children }: DialogProps) {
  const { close, ...modal } = useModal(closeTo);
  return (
    <>
      <Link className="scrim" to={closeTo} tabIndex={-1} aria-hidden="true" preventScrollReset />
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
            <Link className="btn quiet square" to={closeTo} preventScrollReset>
              <Icon name="close" />
              <span className="vh">{closeLabel}</span>
            </Link>
          )}
        </div>
        {tabs}
        {children}
      </dialog>
    </>
  );
}

/** A click on the backdrop arrives at the dialog, but outside its box. */
function isBeside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
