type Field = HTMLTextAreaElement | HTMLSelectElement;

/**
 * Records what the user types before hydration; the returned function restores it. React 18 resets textareas and selects to their initial
 * values while hydrating.
 */
export function keepTyped(): () => void {
  const typed = new Map<Field, string>();
  const remember = (field: unknown) => {
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) typed.set(field, field.value);
  };
  const listen = ({ target }: Event) => remember(target);
  for (const field of document.querySelectorAll<Field>("textarea, select")) if (isChanged(field)) remember(field);
  document.addEventListener("input", listen);
  return () => {
    document.removeEventListener("input", listen);
    for (const [field, value] of typed) {
      if (field.value === value) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
}

/** Whether a field differs from its initial value. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== (field.querySelector<HTMLOptionElement>("[selected]")?.index ?? 0);
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
