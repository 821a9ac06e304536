type Field = HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers what somebody types while React has not taken the page over yet; the answer puts it back. React 18 gives a textarea
 * and a select the value they were made with as it hydrates them.
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

/** Whether a field of a form holds something else than the page was made with. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        Array.from(field.options).findIndex(({ defaultSelected }) => defaultSelected),
      )
    );
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
