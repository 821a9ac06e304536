type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Holding {
  /** Called at once, and whenever it changes. */
  onChange: (isIncomplete: boolean) => void;
  /** The error of the empty field with this id, without its own id. */
  toError: (id: string) => Element | null | undefined;
  /** Other buttons send the form, complete or not. Default: all buttons wait. */
  holds?: (submitter: HTMLElement | null) => boolean;
}

/**
 * Does not send a form while required fields are empty, but names them at the fields and focuses the first (docs/product.md, "Forms").
 * `update` is for changes without an event.
 */
export function holdIncomplete(form: HTMLFormElement, { onChange, toError, holds = () => true }: Holding) {
  /** The errors shown, by the id of their field. */
  const shown = new Map<string, { error: Element; remove: () => void }>();
  let isIncomplete: boolean | undefined;
  const update = () => {
    const missing = findMissing(form);
    for (const [id, { error, remove }] of shown) {
      if (error.isConnected && missing.some((field) => field.id === id)) continue;
      remove();
      shown.delete(id);
    }
    const isNow = missing.length > 0;
    if (isNow !== isIncomplete) onChange(isNow);
    isIncomplete = isNow;
    return missing;
  };
  const send = (event: SubmitEvent) => {
    if (!holds(event.submitter)) return;
    const missing = update();
    const [first] = missing;
    if (!first) return;
    event.preventDefault();
    // Nobody else may take it for sent.
    event.stopImmediatePropagation();
    for (const field of missing) {
      const error = toError(field.id)?.cloneNode(true);
      // The server may have named it already.
      if (error instanceof Element && !document.getElementById(`${field.id}-error`)) {
        shown.set(field.id, { error, remove: showAt(field, error) });
      }
    }
    first.control.focus();
  };
  const afterReset = () => setTimeout(update);
  // Browsers fill in fields without an event, so check again when the pointer or focus approaches.
  const events = ["input", "change", "focusin", "pointerover"];
  for (const type of events) form.addEventListener(type, update);
  form.addEventListener("reset", afterReset);
  form.addEventListener("submit", send, true);
  update();
  return {
    update,
    stop() {
      for (const type of events) form.removeEventListener(type, update);
      form.removeEventListener("reset", afterReset);
      form.removeEventListener("submit", send, true);
    },
  };
}

/** An empty required field. */
interface Missing {
  /** The id that its error's id begins with. */
  id: string;
  /** Gets the focus. */
  control: HTMLElement;
  /** The error belongs in front of this element, as in `Field` and `FieldGroup`. */
  before: Element;
}

/** The empty required fields of a form, in the order of the page, without those that are saved separately (`data-apart`). */
const findMissing = (form: HTMLFormElement): Missing[] =>
  [...form.elements].flatMap((element) => {
    if (element.closest("[data-apart]")) return [];
    if (element instanceof HTMLFieldSetElement) return element.dataset.required && !hasChoice(element) ? missingGroup(element) : [];
    return isControl(element) && element.required && isEmpty(element) ? missingControl(element) : [];
  });

const isControl = (element: Element): element is Control => element.matches("input, select, textarea");

/** The editor or combobox that has replaced this control. */
const standInOf = (control: Control) => control.closest(".field")?.querySelector<HTMLElement>("[contenteditable=true], [role=combobox]");

function isEmpty(control: Control): boolean {
  // A browser that fills in a password hides it from scripts until the first click.
  if (control.disabled || control.matches(":autofill")) return false;
  const editor = control.hidden ? standInOf(control) : null;
  if (editor?.isContentEditable) return /^[\s\u200b]*$/.test(editor.textContent ?? "");
  return control.validity.valueMissing || (control.type !== "password" && control.value.trim() === "");
}

const hasChoice = (group: Element): boolean =>
  [...group.querySelectorAll<HTMLInputElement>("input")].some((input) =>
    ["checkbox", "radio"].includes(input.type) ? input.checked : /[^\s,]/.test(input.value),
  );

function missingControl(control: Control): Missing[] {
  const focused = (control.hidden && standInOf(control)) || control;
  return missingAt(focused, focused.id);
}

function missingGroup(group: Element): Missing[] {
  const control = group.querySelector<HTMLElement>("input:not([type=checkbox], [type=radio])") ?? group.querySelector("input");
  return control ? missingAt(control, group.querySelector("legend")?.id ?? "") : [];
}

function missingAt(control: HTMLElement, id: string): Missing[] {
  let before: Element = control;
  while (before.parentElement && !before.parentElement.matches(".field")) before = before.parentElement;
  return before.parentElement ? [{ id, control, before }] : [];
}

/** Shows the error at its field. Returns a function that removes it. */
function showAt({ id, control, before }: Missing, error: Element): () => void {
  const described = control.getAttribute("aria-describedby") ?? "";
  error.id = `${id}-error`;
  before.before(error);
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", `${described} ${error.id}`.trim());
  return () => {
    error.remove();
    control.removeAttribute("aria-invalid");
    if (described) control.setAttribute("aria-describedby", described);
    else control.removeAttribute("aria-describedby");
  };
}
