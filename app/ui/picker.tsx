import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon";

export interface PickerOption {
  value: string;
  label: string;
}

interface PickerProps {
  name: string;
  options: PickerOption[];
  /** Selected values; they stay visible above the folded rest. */
  chosen: string[];
  /** Label of the control that unfolds the rest. */
  moreLabel: string;
  /** Lets users type new entries, separated by commas. */
  create?: { id: string; name: string; label: string; value: string; describedBy?: string; invalid?: boolean };
}

/**
 * Selected entries as checked boxes, the others folded below, and new ones by typing. Works without JavaScript; with it, typing filters the
 * others, and Enter selects the entry of that name or adds a new one instead of submitting the form.
 */
export function Picker({ name, options, chosen, moreLabel, create }: PickerProps) {
  const { t } = useTranslation("shell");
  const [typed, setTyped] = useState("");
  const [isUnfolded, setUnfolded] = useState(false);
  /** Entries selected with Enter, which move up to the selected ones. */
  const [taken, setTaken] = useState<string[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const isChosen = new Set([...chosen, ...taken]);
  const rest = options.filter(({ value }) => !isChosen.has(value));
  const selected = [...isChosen].map((value) => options.find((option) => option.value === value) ?? { value, label: value });
  const fitting = fittingOf(rest, typed);

  // Fold again the lists that were unfolded to show the matches.
  const keepUnfolded = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => typed === "" && setUnfolded(currentTarget.open);
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const last = lastOf(input.value);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || last === "") return;
    event.preventDefault();
    // Only an exact match selects an existing entry; otherwise users would get an entry that they did not type.
    const found = options.find(({ label }) => toComparable(label) === last);
    const before = input.value.slice(0, input.value.lastIndexOf(",") + 1);
    input.value = found ? `${before} `.trimStart() : `${input.value.trim()}, `;
    setTyped("");
    if (found && isChosen.has(found.value)) checkBox(element.current, found.value);
    else if (found) setTaken([...taken, found.value]);
  };
  // The same event as after a click, so that the form notices the change.
  useEffect(() => {
    if (taken.length > 0) element.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [taken]);
  return (
    <div className="picker" ref={element}>
      {selected.length > 0 ? (
        <div className="chips">
          <Chips name={name} options={selected} checked />
        </div>
      ) : null}
      {rest.length > 0 ? (
        <details open={isUnfolded || typed !== ""} onToggle={keepUnfolded}>
          <summary>
            <Icon name="chevron-right" small />
            {moreLabel}
          </summary>
          <div className="chips">
            <Chips name={name} options={rest} shown={typed === "" ? undefined : new Set(fitting.map(({ value }) => value))} />
          </div>
        </details>
      ) : null}
      {create ? (
        <div className="add-row">
          <label className="vh" htmlFor={create.id}>
            {create.label}
          </label>
          <input
            className="input short"
            id={create.id}
            name={create.name}
            placeholder={create.label}
            defaultValue={create.value}
            autoComplete="off"
            aria-invalid={create.invalid || undefined}
            aria-describedby={create.describedBy}
            onInput={({ currentTarget }) => setTyped(lastOf(currentTarget.value))}
            onKeyDown={take}
          />
          <span className="vh" role="status">
            {typed === "" ? null : t("tags.fitting", { count: fitting.length })}
          </span>
        </div>
      ) : null}
    </div>
  );
}

const fittingOf = (options: PickerOption[], typed: string) =>
  typed === "" ? options : options.filter(({ label }) => toComparable(label).includes(typed));

const toComparable = (text: string): string => text.trim().toLocaleLowerCase();

/** The last of several entries separated by commas. */
const lastOf = (entries: string): string => toComparable(entries.slice(entries.lastIndexOf(",") + 1));

function checkBox(picker: Element | null, value: string): void {
  const boxes = picker?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
  const box = [...boxes].find((one) => one.value === value);
  if (box && !box.checked) box.click();
}

interface ChipsProps {
  name: string;
  options: PickerOption[];
  checked?: boolean;
  /** The values to show; all if unset. */
  shown?: Set<string> | undefined;
}

/** Checkboxes for a `chips` block. */
export function Chips({ name, options, checked = false, shown }: ChipsProps) {
  return options.map(({ value, label }) => (
    <label className="chip" key={value} hidden={shown && !shown.has(value)}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <Icon name="check" />
      {`${label} `}
    </label>
  ));
}
