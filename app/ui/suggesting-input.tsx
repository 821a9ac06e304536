import { type ComponentProps, useState } from "react";
import type { Suggestion } from "./suggestion";
import { useSuggestions } from "./use-suggestions";

interface SuggestingInputProps extends Omit<ComponentProps<"input">, "ref" | "list"> {
  id: string;
  suggestions: Suggestion[];
  /** Any text is valid. */
  free?: boolean;
}

/** A text field with suggestions; with JavaScript, a combobox. */
export function SuggestingInput({ suggestions, free, ...input }: SuggestingInputProps) {
  const Suggestions = useSuggestions();
  const [element, setElement] = useState<HTMLInputElement | null>(null);
  const list = `${input.id}-suggestions`;
  const hasList = !Suggestions && suggestions.length > 0;
  const choose = (value: string) => {
    if (!element) return;
    element.value = value;
    element.dispatchEvent(new Event("change", { bubbles: true }));
    // So that the form notices input. In the field itself, it would open the list again.
    element.parentElement?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <>
      <input {...input} list={hasList ? list : undefined} ref={setElement} />
      {Suggestions && element ? <Suggestions input={element} suggestions={suggestions} free={free} onChoose={choose} /> : null}
      {hasList ? (
        <datalist id={list}>
          {suggestions.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}
