import type { KeyboardEvent } from "react";

/**
 * Presses the first submit button of the form on Ctrl+Enter or ⌘+Enter in a text, where Enter alone begins a line, or in another named field.
 * Links open a tab, and a combobox or a link's address has not been taken over yet.
 */
export function sendWithEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.repeat) return;
  const { target } = event;
  if (!(target instanceof HTMLElement && (target.isContentEditable || target.getAttribute("name")))) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
