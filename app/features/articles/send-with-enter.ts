import type { KeyboardEvent } from "react";

/**
 * Presses the first submit button of the form on Ctrl+Enter or ⌘+Enter in a text, where Enter alone begins a line, or in another named field.
 * Not on links, which it opens in a tab, nor in fields whose text is not part of the form yet: those without a name, unless they stand in for a
 * select.
 */
export function sendWithEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.repeat) return;
  const { target } = event;
  if (!(target instanceof HTMLElement && (target.isContentEditable || target.matches("[name], :has(+ select[hidden])")))) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
