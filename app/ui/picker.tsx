import { Icon } from "./icon";

export interface PickerOption {
  value: string;
  label: string;
}

interface PickerProps {
  name: string;
  options: PickerOption[];
  /** Values that are chosen; they stay visible above the folded rest. */
  chosen: string[];
  /** What unfolds the rest. */
  moreLabel: string;
  /** Lets people type new entries, separated by commas. */
  create?: { id: string; name: string; label: string; value: string; describedBy?: string; invalid?: boolean };
}

/** Chosen entries as checked boxes, the rest folded below, new ones by typing. Needs no script. */
export function Picker({ name, options, chosen, moreLabel, create }: PickerProps) {
  const isChosen = new Set(chosen);
  const rest = options.filter(({ value }) => !isChosen.has(value));
  const selected = chosen.map((value) => options.find((option) => option.value === value) ?? { value, label: value });
  return (
    <div className="picker">
      {selected.length > 0 ? (
        <div className="chips">
          <Chips name={name} options={selected} checked />
        </div>
      ) : null}
      {rest.length > 0 ? (
        <details>
          <summary>
            <Icon name="chevron-right" small />
            {moreLabel}
          </summary>
          <div className="chips">
            <Chips name={name} options={rest} />
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
          />
        </div>
      ) : null}
    </div>
  );
}

/** Boxes to check, for a `chips` block. */
export function Chips({ name, options, checked = false }: { name: string; options: PickerOption[]; checked?: boolean }) {
  return options.map(({ value, label }) => (
    <label className="chip" key={value}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <Icon name="check" />
      {`${label} `}
    </label>
  ));
}
