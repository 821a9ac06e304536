import { type ComponentProps, useCallback, useRef, useState } from "react";
import { named } from "./named";
import type { Suggestion } from "./suggestion";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect";
import { useSuggestions } from "./use-suggestions";

type Described = Pick<ComponentProps<"select">, "aria-invalid" | "aria-describedby">;

interface SelectOption {
  id: string;
  name: string;
  /** Its place among those that were used last, which come first when searched. */
  lastUsed?: number;
}

interface SearchableSelectProps extends Described, Pick<ComponentProps<"select">, "name" | "defaultValue" | "required" | "autoFocus"> {
  id: string;
  /** The text of the empty option, if there is one. */
  emptyLabel?: string;
  /** A group with an empty name has no heading. */
  groups: { name: string; options: SelectOption[] }[];
  /** The Enter that takes a suggestion also sends the form, once. */
  sendsWithEnter?: boolean;
  onChange?: (value: string) => void;
}

/** A second Enter within this time was pressed out of habit. */
const habitMs = 1_000;

/** A select. With JavaScript, a combobox replaces it, and sets its value. */
export function SearchableSelect({
  id,
  emptyLabel,
  groups,
  sendsWithEnter,
  name,
  defaultValue,
  required,
  autoFocus,
  onChange,
  ...described
}: SearchableSelectProps) {
  const Suggestions = useSuggestions();
  const select = useRef<HTMLSelectElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const hadFocus = useRef(false);
  /** Set while Enter is handled. */
  const isEnter = useRef(false);
  /** Set for a moment after the form was sent. */
  const isSent = useRef(false);

  const showChosen = useCallback(() => {
    if (input && select.current) input.value = select.current.value && (select.current.selectedOptions[0]?.text ?? "");
  }, [input]);
  // Also what was selected before, and what is restored after hydration.
  useBrowserLayoutEffect(() => {
    const element = select.current;
    if (!input || !element) return;
    showChosen();
    if (hadFocus.current) input.focus();
    // The whole name is replaced by typing.
    const mark = () => input.select();
    const leave = () => {
      const options = Array.from(element.options, ({ value, text }) => ({ value, label: text }));
      const option = named(options, input.value);
      // Others may have the name of what is chosen.
      if (option && option.label !== element.selectedOptions[0]?.text) choose(element, option.value);
      showChosen();
    };
    const note = (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      if (isSent.current) event.preventDefault();
      isEnter.current = true;
      setTimeout(() => {
        isEnter.current = false;
      });
    };
    input.addEventListener("keydown", note);
    input.addEventListener("focus", mark);
    input.addEventListener("blur", leave);
    element.addEventListener("input", showChosen);
    return () => {
      input.removeEventListener("keydown", note);
      input.removeEventListener("focus", mark);
      input.removeEventListener("blur", leave);
      element.removeEventListener("input", showChosen);
    };
  }, [input, showChosen]);
  const chooseAndMark = (value: string) => {
    if (!select.current) return;
    choose(select.current, value);
    input?.select();
    if (!sendsWithEnter || !isEnter.current || isSent.current) return;
    isSent.current = true;
    setTimeout(() => {
      isSent.current = false;
    }, habitMs);
    select.current.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
  };
  // Before it is hidden, and loses the focus.
  if (!input && select.current) hadFocus.current = document.activeElement === select.current;
  const suggestions: Suggestion[] = groups
    .flatMap((group) => group.options.map((option) => ({ ...option, detail: group.name })))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ id: value, name: label, detail }) => ({ value, label, detail }));
  return (
    <>
      {Suggestions ? (
        <input
          {...described}
          className="input"
          id={id}
          aria-required={required}
          placeholder={emptyLabel}
          autoComplete="off"
          ref={setInput}
        />
      ) : null}
      <select
        {...described}
        className="input"
        name={name}
        required={required}
        id={Suggestions ? undefined : id}
        // biome-ignore lint/a11y/noAutofocus: only where the one field of a dialog asks for it
        autoFocus={autoFocus}
        defaultValue={defaultValue}
        hidden={Suggestions !== undefined}
        onChange={({ target }) => onChange?.(target.value)}
        ref={select}
      >
        {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
        {groups.map((group) =>
          group.name === "" ? (
            <Options key="" options={group.options} />
          ) : (
            <optgroup key={group.name} label={group.name}>
              <Options options={group.options} />
            </optgroup>
          ),
        )}
      </select>
      {Suggestions && input ? <Suggestions input={input} suggestions={suggestions} strict onChoose={chooseAndMark} /> : null}
    </>
  );
}

const placeOf = ({ lastUsed = Number.MAX_VALUE }: SelectOption) => lastUsed;

const Options = ({ options }: { options: SelectOption[] }) =>
  options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

/** With the events of a choice by hand, which the form listens to. */
function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}
