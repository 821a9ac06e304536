import type { KeyboardEvent } from "react";

/** Presses the submit button of a text area's form on Ctrl+Enter or ⌘+Enter. Enter alone begins a line. */
export function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.repeat) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
