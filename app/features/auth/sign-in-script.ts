/**
 * The only script of the sign-in page, which React does not hydrate. See docs/product.md, "Sign-in" and "Device terms". All texts are
 * templates in the page. Without it, the server applies the same rules.
 */
import { holdIncomplete } from "~/forms/missing";

const form = document.querySelector<HTMLFormElement>("form[data-sign-in]");
const workspace = form?.querySelector<HTMLInputElement>("[name=workspace]");
const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
const deviceTerms = form?.querySelector<HTMLTemplateElement>("template[data-workspaces]");
if (form && workspace && button && deviceTerms) start(form, workspace, button, deviceTerms);

function start(form: HTMLFormElement, workspace: HTMLInputElement, button: HTMLButtonElement, deviceTerms: HTMLTemplateElement) {
  const askingWorkspaces = new Set(deviceTerms.dataset.workspaces?.split(" "));
  const toName = (text: string) => text.trim().toLowerCase();
  /** The workspace that the switch was last shown or left out for; at first by the server. */
  let decidedFor = toName(workspace.defaultValue);

  const toLowerCase = () => {
    const { value, selectionStart, selectionEnd } = workspace;
    const lower = value.toLowerCase();
    if (lower === value) return;
    workspace.value = lower;
    // Some letters become longer.
    const caret = (at: number | null) => value.slice(0, at ?? undefined).toLowerCase().length;
    workspace.setSelectionRange(caret(selectionStart), caret(selectionEnd));
  };
  const decideSwitch = () => {
    const name = toName(workspace.value);
    if (name === decidedFor) return;
    decidedFor = name;
    form.querySelector("[name=deviceTerms]")?.closest("fieldset")?.remove();
    if (askingWorkspaces.has(name)) button.before(deviceTerms.content.cloneNode(true));
  };
  const follow = () => {
    toLowerCase();
    decideSwitch();
  };

  // Before the form's own listeners, which look for empty fields.
  workspace.addEventListener("input", (event) => (event as InputEvent).isComposing || follow());
  for (const type of ["compositionend", "change"]) workspace.addEventListener(type, follow);
  const { update } = holdIncomplete(form, {
    onChange: (isIncomplete) => (isIncomplete ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled")),
    toError: (id) => form.querySelector<HTMLTemplateElement>(`template[data-missing~="${id}"]`)?.content.firstElementChild,
  });
  // Browsers restore typed values when the user navigates back.
  addEventListener("pageshow", () => {
    follow();
    update();
  });
}
