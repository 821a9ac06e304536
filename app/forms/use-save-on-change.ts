import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef } from "react";

/**
 * Saves a form, or part of one, on every change. Changes of a select by keyboard are saved only on blur: arrow keys and letters step
 * through intermediate options, which would otherwise be saved, such as a lower role for oneself.
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
