import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import { beforeEntry, type Suggestion, toComparable } from "./fitting";
import { Icon } from "./icon";
import { useSuggestions } from "./use-suggestions";

export type PickerOption = Suggestion;

interface PickerProps {
  name: string;
  options: PickerOption[];
  /** Selected values; they stay visible above the field. */
  chosen: string[];
  /** Values that are likely to be chosen, and visible, too. */
  offered?: string[];
  /** Label of the control that unfolds the others without JavaScript. */
  moreLabel: string;
  /** The text field. Unless new entries can be typed, it is only there with JavaScript, and if not all entries are visible anyway. */
  field: { id: string; label: string; describedBy?: string; invalid?: boolean };
  /** Lets users type new entries, separated by commas, which are sent under this name. */
  create?: { name: string; value: string; toLabel: (text: string) => string };
}

/** Selected and likely entries as boxes, and a text field for all others. Without JavaScript, all others can be unfolded. */
export function Picker({ name, options, chosen, offered = [], moreLabel, field, create }: PickerProps) {
  const Loaded = useSuggestions();
  const [isReady, setReady] = useState(false);
  const Suggestions = isReady ? Loaded : undefined;
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** Entries selected with the text field. */
  const [taken, setTaken] = useState<string[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const byValue = new Map(options.map((option) => [option.value, option]));
  const toOptions = (values: Iterable<string>) => Array.from(values, (value) => byValue.get(value) ?? { value, label: value });
  const selected = new Set([...chosen, ...taken]);
  const likely = new Set(offered.filter((value) => !selected.has(value)));
  const rest = options.filter(({ value }) => !selected.has(value) && !likely.has(value));

  const hasField = create !== undefined || (Suggestions !== undefined && options.length > chosen.length + offered.length);

  // What was selected before the text field replaces the list.
  useEffect(() => {
    if (!Loaded) return;
    setTaken(Array.from(element.current?.querySelectorAll<HTMLInputElement>("details :checked") ?? [], ({ value }) => value));
    setReady(true);
  }, [Loaded]);
  const take = useCallback(
    (value: string) => {
      const box = findBox(element.current, value);
      if (box) check(box);
      else setTaken((before) => [...before, value]);
      if (input) input.value = input.value.slice(0, beforeEntry(input.value));
    },
    [input],
  );
  // The same event as after a click, so that the form notices the change.
  useEffect(() => {
    if (taken.length > 0) element.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [taken]);
  // Names typed in full are selected at the comma after them.
  const takeTyped = (event: SyntheticEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    if (!value.endsWith(",")) return;
    const before = value.slice(0, -1);
    const entry = toComparable(before.slice(beforeEntry(before)));
    const option = options.find(({ label }) => toComparable(label) === entry);
    if (!option) return;
    event.currentTarget.value = before;
    take(option.value);
  };
  return (
    <div className="picker" ref={element}>
      {selected.size + likely.size > 0 ? (
        <div className="chips">
          <Chips name={name} options={toOptions(selected)} checked />
          <Chips name={name} options={toOptions(likely)} />
        </div>
      ) : null}
      {hasField ? (
        <div className="add-row">
          <label className="vh" htmlFor={field.id}>
            {field.label}
          </label>
          <input
            className="input short"
            id={field.id}
            name={create?.name}
            placeholder={field.label}
            defaultValue={create?.value}
            autoComplete="off"
            aria-invalid={field.invalid || undefined}
            aria-describedby={field.describedBy}
            onInput={takeTyped}
            ref={setInput}
          />
          {Suggestions && input ? (
            <Suggestions input={input} suggestions={options} several toCreateLabel={create?.toLabel} onChoose={take} />
          ) : null}
        </div>
      ) : null}
      {Suggestions || rest.length === 0 ? null : (
        <details>
          <summary>
            <Icon name="chevron-right" small />
            {moreLabel}
          </summary>
          <div className="chips">
            <Chips name={name} options={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

const findBox = (picker: Element | null, value: string) =>
  [...(picker?.querySelectorAll<HTMLInputElement>(".chips input") ?? [])].find((box) => box.value === value);

function check(box: HTMLInputElement): void {
  if (!box.checked) box.click();
}

/** Checkboxes for a `chips` block. */
function Chips({ name, options, checked = false }: { name: string; options: PickerOption[]; checked?: boolean }) {
  return options.map(({ value, label }) => (
    <label className="chip" key={value}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <Icon name="check" />
      {`${label} `}
    </label>
  ));
}
