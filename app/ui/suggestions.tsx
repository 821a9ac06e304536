import ComboboxNav from "@github/combobox-nav";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { fitting } from "./fitting";
import { toComparable } from "./named";
import { entryOf, type Suggestion } from "./suggestion";

export interface SuggestionsProps {
  input: HTMLInputElement;
  suggestions: readonly Suggestion[];
  /** The field takes several entries, separated by commas; only the last one is completed. */
  several?: boolean;
  /** Only suggestions are valid: a text that fits none is reported as unknown, and Enter does not send it. */
  strict?: boolean;
  /** Any text is valid, so Enter takes a suggestion only after an arrow key. */
  free?: boolean;
  /** The option that adds the typed text as a new entry, which takes an arrow key or another Enter. */
  toCreateLabel?: (text: string) => string;
  onChoose: (value: string) => void;
}

const mostShown = 100;

/**
 * The suggestions below a text field, which becomes a combobox after the ARIA pattern. Typing, a click and arrow down open them, Enter takes the
 * first one that fits, Escape closes only them.
 */
export function Suggestions({
  input,
  suggestions,
  several = false,
  strict = false,
  free = false,
  toCreateLabel,
  onChoose,
}: SuggestionsProps) {
  const { t } = useTranslation("shell");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const nav = useRef<ComboboxNav>();
  /** The text to complete, a new object each time the library has cleared the selection; undefined while the list is closed. */
  const [entry, setEntry] = useState<{ text: string }>();
  const text = entry?.text;
  const latest = useRef(suggestions);
  latest.current = suggestions;
  const found = text === undefined ? [] : fitting(suggestions, text, mostShown);
  const isNew =
    text !== undefined && toComparable(text) !== "" && !suggestions.some((one) => toComparable(one.label) === toComparable(text));
  const created = isNew ? toCreateLabel?.(text) : undefined;
  const isUnknown = strict && text !== undefined && found.length === 0 && toComparable(text) !== "";
  const isOpen = found.length > 0 || created !== undefined || isUnknown;
  const choosesFirst = !free && found.length > 0 && text !== "";

  useEffect(() => {
    const complete = () => setEntry({ text: entryOf(input.value, several) });
    // With a chosen name in the field, all suggestions, not only those that fit it.
    const open = () => (strict && latest.current.some(({ label }) => label === input.value) ? setEntry({ text: "" }) : complete());
    const close = () => setEntry(undefined);
    let isPressed = false;
    const press = ({ type }: Event) => {
      isPressed = type === "pointerdown";
    };
    // Closing can scroll the page: what is being pressed must not move before the click.
    const leave = () => {
      if (isPressed) document.addEventListener("pointerup", () => setTimeout(close), { once: true });
      else close();
    };
    const openByKey = (event: KeyboardEvent) => {
      // The library moves in the open list.
      if (event.isComposing || input.getAttribute("aria-expanded") === "true" || (event.key !== "ArrowDown" && event.key !== "ArrowUp"))
        return;
      event.preventDefault();
      open();
    };
    // On its parent, because the library's own listener, which clears the selection, has to come first.
    // After a comma, the whole list would cover the next field.
    const type = ({ target }: Event) => target === input && (entryOf(input.value, several) === "" ? close() : complete());
    const parent = input.parentElement;
    parent?.addEventListener("input", type);
    input.addEventListener("click", open);
    input.addEventListener("blur", leave);
    input.addEventListener("keydown", openByKey);
    const pointers = ["pointerdown", "pointerup", "pointercancel"];
    for (const name of pointers) document.addEventListener(name, press, true);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-expanded", "false");
    return () => {
      parent?.removeEventListener("input", type);
      input.removeEventListener("click", open);
      input.removeEventListener("blur", leave);
      input.removeEventListener("keydown", openByKey);
      for (const name of pointers) document.removeEventListener(name, press, true);
    };
  }, [input, several, strict]);

  useEffect(() => {
    const element = list.current;
    if (!isOpen || !element) return;
    const opened = new ComboboxNav(input, element, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: choosesFirst ? "selected" : "none",
    });
    const press = (event: KeyboardEvent) => {
      const isLost =
        !free && event.key === "Enter" && entryOf(input.value, several) !== "" && !element.querySelector("[aria-selected=true]");
      if (event.isComposing || !(event.key === "Escape" || isLost)) return;
      event.preventDefault();
      // Escape closes neither the dialog nor the form around it. Enter does not send them, but leads to the option that adds a new entry.
      event.stopPropagation();
      if (!isLost) setEntry(undefined);
      else if (!isUnknown) opened.navigate();
    };
    input.addEventListener("keydown", press, true);
    opened.start();
    nav.current = opened;
    // Again when the keyboard of a phone has opened, but not while the page is zoomed.
    const reveal = () => {
      if ((visualViewport?.scale ?? 1) === 1) element.scrollIntoView({ block: "nearest" });
    };
    reveal();
    visualViewport?.addEventListener("resize", reveal);
    return () => {
      visualViewport?.removeEventListener("resize", reveal);
      input.removeEventListener("keydown", press, true);
      opened.stop();
      nav.current = undefined;
    };
  }, [input, isOpen, isUnknown, choosesFirst, several, free]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each input
  useEffect(() => nav.current?.resetSelection(), [entry]);

  useEffect(() => {
    const element = list.current;
    const choose = ({ target }: Event) => {
      const chosen = (target as HTMLElement).dataset.value ?? "";
      // At once: the next Enter is not meant for the list any more.
      flushSync(() => setEntry(undefined));
      onChoose(chosen);
    };
    // The field keeps the focus.
    const hold = (event: Event) => event.preventDefault();
    element?.addEventListener("combobox-commit", choose);
    element?.addEventListener("mousedown", hold);
    return () => {
      element?.removeEventListener("combobox-commit", choose);
      element?.removeEventListener("mousedown", hold);
    };
  }, [onChoose]);

  return (
    <>
      <output className="vh">{isUnknown ? t("noSuggestion") : null}</output>
      <div className="suggestions" id={id} ref={list} role="listbox" aria-label={t("suggestions")} hidden={!isOpen}>
        {found.map(({ value, label: name, detail }) => (
          <div key={value} id={`${id}-${encodeURIComponent(value)}`} role="option" aria-selected={false} tabIndex={-1} data-value={value}>
            {name} {detail ? <small>{detail}</small> : null}
          </div>
        ))}
        {isUnknown ? (
          <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
            {t("noSuggestion")}
          </div>
        ) : null}
        {created === undefined ? null : (
          <div key="" id={`${id}-`} role="option" aria-selected={false} tabIndex={-1} data-value={text?.trim()}>
            {created}
          </div>
        )}
      </div>
    </>
  );
}
