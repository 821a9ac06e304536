import type { KeyboardEvent } from "react";

/**
 * Presses the first submit button of the form on Ctrl+Enter or ⌘+Enter in a text, where Enter alone begins a line, or in another named field.
 * Not on links, which it opens in a tab, nor in fields whose text is not part of the form: those without a name, unless they show what is
 * selected.
 */
export function sendWithEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.repeat) return;
  const { target } = event;
  if (!(target instanceof HTMLElement && (target.isContentEditable || target.getAttribute("name") || showsSelected(target)))) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}

/** Whether it is the combobox of a select, with the name of the selected option. */
function showsSelected(target: HTMLElement): boolean {
  const select = target.nextElementSibling;
  return target instanceof HTMLInputElement && select instanceof HTMLSelectElement && target.value === select.selectedOptions[0]?.text;
}
