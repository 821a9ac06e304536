import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FieldError } from "./field";
import { Icon } from "./icon";
import { named, toComparable } from "./named";
import { beforeEntry, entryOf, type Suggestion } from "./suggestion";
import { useSuggestions } from "./use-suggestions";

export type PickerOption = Suggestion;

interface PickerProps {
  name: string;
  options: PickerOption[];
  /** Selected values; they stay visible above the field. */
  chosen: string[];
  /** The label of selected values that are no option. Default: the value. */
  unknownLabel?: string;
  /** Values that are likely to be chosen, and visible, too. */
  offered?: string[];
  /** Label of the control that unfolds the others without JavaScript. Without it, they have to be typed there. */
  moreLabel?: string;
  /**
   * The text field. With a name, it sends what is typed, entries separated by commas. Without one, it is shown only with JavaScript, and only
   * if some options are neither selected nor offered.
   */
  field: {
    id: string;
    label: string;
    name?: string;
    value?: string;
    describedBy?: string;
    invalid?: boolean;
    hasFocus?: boolean;
    /** Called with the entry that is being typed. */
    onEntry?: (entry: string) => void;
  };
  /** A button next to the text field. */
  action?: ReactNode;
  /** Allows new entries. */
  create?: {
    toLabel: (text: string) => string;
    /** Shown if the form is sent while the field has a text that was neither chosen nor ended with a comma. */
    unfinished: string;
  };
}

/** Selected and likely entries as boxes, and a text field for all others. Without JavaScript, all others can be unfolded. */
export function Picker({ name, options, chosen, unknownLabel, offered = [], moreLabel, field, action, create }: PickerProps) {
  const Loaded = useSuggestions();
  const [isReady, setReady] = useState(Loaded !== undefined);
  const Suggestions = isReady ? Loaded : undefined;
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** Entries selected with the text field. */
  const [taken, setTaken] = useState<string[]>([]);
  /** Entries that were checked; they stay when others are offered. */
  const [kept, setKept] = useState<string[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  const byValue = new Map(options.map((option) => [option.value, option]));
  const shared = sharedLabels(options);
  const toOptions = (values: Iterable<string>) =>
    Array.from(values, (value) => {
      const option = byValue.get(value);
      if (!option) return { value, label: unknownLabel ?? value };
      return shared.has(option.label) ? { value, label: `${option.label} (${option.detail ?? value})` } : option;
    });
  const selected = new Set([...chosen, ...taken]);
  const likely = new Set([...offered, ...kept].filter((value) => !selected.has(value)));
  const rest = options.filter(({ value }) => !selected.has(value) && !likely.has(value));

  const isVisible = new Set([...chosen, ...offered]);
  const hasField = field.name !== undefined || (Suggestions !== undefined && options.some(({ value }) => !isVisible.has(value)));

  // What was selected before the text field replaces the list.
  useEffect(() => {
    if (!Loaded || isReady) return;
    const checked = (where: string) =>
      Array.from(element.current?.querySelectorAll<HTMLInputElement>(`${where} :checked`) ?? [], ({ value }) => value);
    setTaken(checked("details"));
    setKept(checked(".chips"));
    setReady(true);
  }, [Loaded, isReady]);
  const take = useCallback(
    (value: string) => {
      const box = findBox(element.current, value);
      if (box) check(box);
      else setTaken((before) => [...before, value]);
      if (input) input.value = input.value.slice(0, beforeEntry(input.value));
      setUnfinished(false);
    },
    [input],
  );
  // The same events as after a click, so that the form notices the change.
  useEffect(() => {
    if (taken.length === 0) return;
    for (const type of ["input", "change"]) element.current?.dispatchEvent(new Event(type, { bubbles: true }));
  }, [taken]);
  // A text that nobody chose does not become a new entry.
  const latest = useRef(options);
  latest.current = options;
  const mayCreate = create !== undefined;
  useEffect(() => {
    const form = input?.form;
    if (!form || !mayCreate || !Suggestions) return;
    const hold = (event: SubmitEvent) => {
      const entry = entryOf(input.value, true);
      // Such buttons do not save.
      if (entry === "" || (event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate)) return;
      const option = named(latest.current, entry);
      // Before the form is read.
      if (option) return flushSync(() => take(option.value));
      event.preventDefault();
      event.stopImmediatePropagation();
      setUnfinished(true);
      // Opens the list, after the press of the button has closed it.
      setTimeout(() => {
        input.focus();
        input.click();
      });
    };
    form.addEventListener("submit", hold, true);
    return () => form.removeEventListener("submit", hold, true);
  }, [input, mayCreate, Suggestions, take]);
  // A comma ends an entry: one of the list, or a new one.
  const takeTyped = (event: SyntheticEvent<HTMLInputElement>) => {
    setUnfinished(false);
    const { value: typed } = event.currentTarget;
    const begun = entryOf(typed, true);
    if (begun) field.onEntry?.(begun);
    if (!typed.endsWith(",")) return;
    const before = typed.slice(0, -1);
    const entry = entryOf(before, true);
    const value = named(options, entry)?.value ?? (create && entry.trim());
    if (!value) return;
    event.currentTarget.value = before;
    take(value);
  };
  // A text that is not chosen is not sent, and must not look as if it was. Another window may get the focus meanwhile.
  const leave = () => {
    if (!input || !document.hasFocus()) return;
    const option = named(options, input.value);
    if (option) take(option.value);
    input.value = "";
  };
  const keepChecked = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { value, checked } = target;
    if (!checked) return;
    setKept((before) => [...before, value]);
    if (!input) return;
    // The beginning of its name is not needed any more.
    const entry = entryOf(input.value, true);
    const isBegun = toOptions([value]).some(({ label }) => toComparable(label).startsWith(toComparable(entry)));
    if (entry && isBegun) input.value = input.value.slice(0, beforeEntry(input.value));
    setUnfinished(false);
  };
  // Backspace goes from the empty field to the box that was selected last, and from a box back.
  const goBack = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, repeat } = event;
    if (key !== "Backspace" || repeat || !(target instanceof HTMLInputElement)) return;
    if (target === input && target.value === "") {
      event.preventDefault();
      const boxes = [...(element.current?.querySelectorAll<HTMLInputElement>(".chips :checked") ?? [])];
      (boxes.find(({ value }) => value === taken.at(-1)) ?? boxes.at(-1))?.focus();
    } else if (target.type === "checkbox" && target.checked) {
      target.click();
      input?.focus();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the boxes and the field within
    <div className="picker" ref={element} onKeyDown={goBack}>
      {selected.size + likely.size > 0 ? (
        <div className="chips" onChange={keepChecked}>
          <Chips name={name} options={toOptions(selected)} checked />
          <Chips name={name} options={toOptions(likely)} />
        </div>
      ) : null}
      {hasField ? (
        <div className={action ? "add-row inline-form" : "add-row"}>
          <label className="vh" htmlFor={field.id}>
            {field.label}
          </label>
          {isUnfinished && create ? (
            <div role="alert">
              <FieldError id={field.id} errors={[create.unfinished]} />
            </div>
          ) : null}
          <input
            className="input short"
            id={field.id}
            name={field.name}
            placeholder={field.label}
            defaultValue={field.value}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: only where an answer belongs to this field
            autoFocus={field.hasFocus}
            aria-invalid={field.invalid || isUnfinished || undefined}
            aria-describedby={[isUnfinished && `${field.id}-error`, field.describedBy].filter(Boolean).join(" ") || undefined}
            onInput={takeTyped}
            onBlur={field.name ? undefined : leave}
            ref={setInput}
          />
          {Suggestions && input ? (
            <Suggestions input={input} suggestions={options} several strict={!field.name} toCreateLabel={create?.toLabel} onChoose={take} />
          ) : null}
          {action}
        </div>
      ) : null}
      {Suggestions || !moreLabel || rest.length === 0 ? null : (
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

function sharedLabels(options: readonly PickerOption[]): Set<string> {
  const [once, again] = [new Set<string>(), new Set<string>()];
  for (const { label } of options) (once.has(label) ? again : once).add(label);
  return again;
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
