import { useNavigate } from "@remix-run/react";
import { type RefObject, type SyntheticEvent, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect";

/** What opened the first of several dialogs that follow each other. */
let firstOpener: Element | null = null;

function openerNow(): Element | null {
  if (typeof document === "undefined") return null;
  const active = document.activeElement;
  if (!active?.closest("dialog")) firstOpener = active;
  return firstOpener;
}

interface Modal {
  ref: RefObject<HTMLDialogElement>;
  close(): void;
  onCancel(event: SyntheticEvent): void;
  onClose(event: SyntheticEvent<HTMLDialogElement>): void;
}

/** Makes a dialog that the server rendered open modal: Escape follows its close link, and the focus returns where it was. */
export function useModal(closeTo: string): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Asked while rendering: React focuses an `autoFocus` field before any effect runs.
  const [opener] = useState(openerNow);
  const navigate = useNavigate();
  const close = () => navigate(closeTo, { preventScrollReset: true });

  useBrowserLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const first = element.contains(document.activeElement) ? document.activeElement : null;
    element.close();
    element.showModal();
    // `showModal` looks for the attribute, which React does not set in the browser.
    if (first instanceof HTMLElement) first.focus();
    return () => {
      requestAnimationFrame(() => giveFocusBack(opener));
    };
  }, [opener]);

  return {
    ref,
    close,
    onCancel(event) {
      event.preventDefault();
      close();
    },
    // A second Escape closes without asking, as browsers have it; the page decides whether it may.
    onClose({ currentTarget }) {
      if (currentTarget.open) return;
      currentTarget.showModal();
      close();
    },
  };
}

/** To what opened the dialog; where that is gone, or the dialog came with its address, to the content of the page below. */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
}
