import { type RefObject, type SyntheticEvent, useRef, useState } from "react";
import { useClose } from "./history-trail";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect";

/** The element that opened the first of several consecutive dialogs. */
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

/** Makes a dialog that was rendered open modal: Escape follows its close link, and focus returns to where it was. */
export function useModal(closeTo: string): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Read during rendering, because React focuses an `autoFocus` field before effects run.
  const [opener] = useState(openerNow);
  const [place] = useState(() => (opener ? entries().findIndex((entry) => entry.contains(opener)) : -1));
  const close = useClose(closeTo);

  useBrowserLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // `showModal` looks for the `autofocus` attribute, which React does not set in the browser.
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const scroller = element.scrollTop ? element : element.querySelector(".dialog-body, .scroll");
    const top = scroller?.scrollTop;
    element.close();
    element.showModal();
    // The first field of a form or step, otherwise the step's heading, or the browser's choice. On touch screens a field would open the keyboard.
    const beginsInField = matchMedia("(pointer: fine)").matches && !element.querySelector("[data-read-first]");
    const fields = ":is(.form, .scroll) :is(.input, [type=checkbox], :checked, fieldset:not(:has(:checked)) input)";
    const first = focused ?? (beginsInField ? element.querySelector(fields) : null) ?? element.querySelector(".scroll h3");
    if (first instanceof HTMLElement) first.focus({ preventScroll: first === focused });
    // Keep the scroll position from before hydration.
    if (scroller && top) scroller.scrollTop = top;
    return () => {
      requestAnimationFrame(() => giveFocusBack(opener, place));
    };
  }, [opener, place]);

  return {
    ref,
    close,
    onCancel(event) {
      event.preventDefault();
      close();
    },
    // On a second Escape, browsers close the dialog without asking; reopen it and let the page decide.
    onClose({ currentTarget }) {
      if (currentTarget.open) return;
      currentTarget.showModal();
      close();
    },
  };
}

const entries = () => [...document.querySelectorAll<HTMLElement>("main article")];

/**
 * Focuses the dialog's opener; if it has gone with its entry of a list, the entry that has taken its place, so that one can go on with it; or
 * the content of the page below.
 */
function giveFocusBack(opener: Element | null, place: number): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (opener?.isConnected === false && place >= 0)
    entries().slice(place).concat(entries().slice(-1))[0]?.querySelector<HTMLElement>("a")?.focus();
  if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
}
