/**
 * Finds what forced colours hide, one line each. Runs in the page, so it must not use anything outside of the function. Focusable elements show their
 * focus; fields and buttons have a border or text; icons have the colour of texts; and selected or current elements differ by more than colour.
 */
export function findLostInForcedColors(): string[] {
  const lost: string[] = matchMedia("(forced-colors: active)").matches ? [] : ["everything: they are not forced"];
  const open = document.querySelector("dialog[open], [role=alertdialog]") ?? document.body;
  const name = (element: Element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 110);
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility, opacity, clipPath } = getComputedStyle(element);
    return width > 1 && height > 1 && visibility === "visible" && opacity !== "0" && clipPath === "none";
  };
  const styles = (element: Element) => ["", "::before", "::after"].map((part) => getComputedStyle(element, part || null));
  const isDrawn = (line: string, width: string) => line !== "none" && line !== "hidden" && Number.parseFloat(width) > 0;
  const hasOutline = (element: Element) => styles(element).some(({ outlineStyle, outlineWidth }) => isDrawn(outlineStyle, outlineWidth));
  const hasEdge = (element: Element) =>
    styles(element).some(({ borderBlockEndStyle, borderBlockEndWidth }) => isDrawn(borderBlockEndStyle, borderBlockEndWidth));

  // Focus.
  const before = document.activeElement;
  const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  for (const stop of open.querySelectorAll<HTMLElement>(stops)) {
    if (stop.matches(":disabled")) continue;
    stop.focus({ preventScroll: true });
    if (document.activeElement !== stop) continue;
    const around = [...document.querySelectorAll(":focus-within")].slice(-4);
    const marks = [...around, ...(stop.nextElementSibling ? [stop.nextElementSibling] : [])];
    if (!marks.some(hasOutline)) lost.push(`the focus of ${name(stop)}`);
    stop.blur();
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });

  // Borders of fields, and something visible on buttons.
  for (const field of open.querySelectorAll("input:not([type=hidden]), select, textarea, [contenteditable=true]")) {
    const isNative = getComputedStyle(field).appearance !== "none";
    const frames = [field, field.parentElement, field.parentElement?.parentElement, field.parentElement?.parentElement?.parentElement];
    if (isShown(field) && !isNative && !frames.some((frame) => frame && hasEdge(frame))) lost.push(`the edge of ${name(field)}`);
  }
  for (const button of open.querySelectorAll("button, a.btn, summary")) {
    const icon = button.querySelector("svg, img");
    const hasWords = [button, ...button.querySelectorAll("*")].some(
      (part) => isShown(part) && [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    if (isShown(button) && !hasWords && !(icon && isShown(icon))) lost.push(`what is on ${name(button)}`);
  }

  // Icons: the colour of the text, which the system chooses, or none.
  for (const icon of open.querySelectorAll("svg.icon")) {
    const { color, stroke, fill } = getComputedStyle(icon);
    if (isShown(icon) && stroke !== color && fill !== color)
      lost.push(`the colour of ${name(icon)} in ${name(icon.parentElement ?? icon)}`);
  }

  // Selected, pressed or current elements next to others.
  const states = ["aria-current", "aria-pressed", "aria-selected", "aria-checked"];
  const look = (element: Element) =>
    [element, ...element.querySelectorAll("*")]
      .slice(0, 12)
      .flatMap((part) => [
        part instanceof HTMLInputElement && isShown(part) ? String(part.checked) : "",
        part.tagName === "svg" ? (part.querySelector("use")?.getAttribute("href") ?? "") : "",
        ...styles(part).flatMap((style) => [
          style.textDecorationLine,
          style.outlineStyle,
          style.borderBlockEndStyle,
          style.borderBlockEndWidth,
          style.borderInlineStartWidth,
          style.fontWeight,
          style.content,
          style.display,
          style.color,
          style.backgroundColor,
        ]),
      ])
      .join("|");
  const isOn = (element: Element) =>
    states.some((state) => !["false", null].includes(element.getAttribute(state))) || element.matches(":has(> input:checked)");
  for (const on of open.querySelectorAll(`${states.map((state) => `[${state}]`).join()}, label:has(> input:checked)`)) {
    if (!isOn(on) || !isShown(on)) continue;
    const family = on.closest("ul, ol, fieldset, nav, [role=tablist], [role=toolbar], .radiobar, .chips, tr");
    const off = [...(family?.querySelectorAll(on.tagName) ?? [])].find(
      (one) => one !== on && !isOn(one) && isShown(one) && !one.contains(on) && !on.contains(one) && one.className === on.className,
    );
    if (off && look(off) === look(on)) lost.push(`that ${name(on)} is on`);
  }
  return lost;
}
