import type { KeyboardEvent } from "react";

/** Presses the first submit button of the form on Ctrl+Enter or ⌘+Enter. In a text, Enter alone begins a line. */
export function sendWithEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.repeat) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
