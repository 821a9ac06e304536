import { type ComponentProps, type MutableRefObject, useCallback, useState } from "react";
import { beforeEntry, type Suggestion } from "./suggestion";
import { useSuggestions } from "./use-suggestions";

interface SuggestingInputProps extends Omit<ComponentProps<"input">, "ref" | "list"> {
  id: string;
  suggestions: Suggestion[];
  /** Takes several entries, separated by commas. */
  several?: boolean;
  /** Any text is valid. */
  free?: boolean;
  inputRef?: MutableRefObject<HTMLInputElement | null>;
}

/** A text field with suggestions; with JavaScript, a combobox. */
export function SuggestingInput({ suggestions, several = false, free, inputRef, ...input }: SuggestingInputProps) {
  const Suggestions = useSuggestions();
  const [element, setElement] = useState<HTMLInputElement | null>(null);
  const keep = useCallback(
    (found: HTMLInputElement | null) => {
      setElement(found);
      if (inputRef) inputRef.current = found;
    },
    [inputRef],
  );
  const list = `${input.id}-suggestions`;
  const choose = (value: string) => {
    if (!element) return;
    const before = element.value.slice(0, several ? beforeEntry(element.value) : 0);
    element.value = several ? `${before} ${value}, `.trimStart() : value;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <>
      <input {...input} list={Suggestions ? undefined : list} ref={keep} />
      {Suggestions && element ? (
        <Suggestions input={element} suggestions={suggestions} several={several} free={free} onChoose={choose} />
      ) : (
        <datalist id={list}>
          {suggestions.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
