import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef } from "react";

/**
 * Saves a form, or a part of one, as soon as something else is chosen. What arrow keys and letters pass over in a select is saved only once it is
 * left: it was on the way to another choice, and one's own role is not to be passed through.
 */
export function useSaveOnChange<E extends HTMLElement = HTMLFormElement>(save: (element: E, field: EventTarget) => void) {
  const isByKey = useRef(false);
  const isWaiting = useRef(false);
  return {
    onKeyDown({ key, target }: KeyboardEvent) {
      isByKey.current = target instanceof HTMLSelectElement && key !== "Enter" && key !== "Tab";
    },
    onPointerDown() {
      isByKey.current = false;
    },
    onChange({ currentTarget, target }: FormEvent<E>) {
      isWaiting.current = isByKey.current && target instanceof HTMLSelectElement;
      if (!isWaiting.current) save(currentTarget, target);
    },
    onBlur({ currentTarget, target }: FocusEvent<E>) {
      if (isWaiting.current) save(currentTarget, target);
      isWaiting.current = false;
    },
  };
}
