import ComboboxNav from "@github/combobox-nav";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Suggestion } from "~/ui/suggestion";
import { href } from "../../../contract/paths";

/** The beginning of a mention before the cursor: an `@` that does not belong to an address, and the typed part of the name. */
const begun = /(?<![\p{L}\p{N}])@(\p{L}(?:[^\n@]{0,38}\S)?)?$/u;

/**
 * Suggests people after an `@` in the text area with this id, which becomes a combobox while suggestions are shown: Enter takes the first one,
 * Escape closes them. Without JavaScript, the name is typed.
 */
export function MentionSuggestions({ textArea, articleId }: { textArea: string; articleId: string }) {
  const { t } = useTranslation("shell");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [people, setPeople] = useState<Suggestion[]>([]);
  const isOpen = people.length > 0;

  useEffect(() => {
    const input = document.getElementById(textArea);
    if (!(input instanceof HTMLTextAreaElement)) return;
    let asked = new AbortController();
    /** A text that nobody's name contains, so that longer ones need not be asked for. */
    let unknown: string | undefined;
    const close = () => {
      asked.abort();
      setPeople([]);
    };
    const suggest = async () => {
      asked.abort();
      const found = begun.exec(input.value.slice(0, input.selectionStart));
      const term = found?.[1] ?? "";
      if (!found || (unknown !== undefined && term.startsWith(unknown))) return setPeople([]);
      asked = new AbortController();
      const { signal } = asked;
      const address = `${href("mentionable", { contentId: articleId })}?${new URLSearchParams({ term })}`;
      const response = await window.fetch(address, { signal }).catch(() => undefined);
      const fitting: Suggestion[] = response?.ok ? await response.json().catch(() => []) : [];
      if (signal.aborted) return;
      unknown = response?.ok && fitting.length === 0 ? term : undefined;
      setPeople(fitting);
    };
    const type = () => void suggest();
    input.addEventListener("input", type);
    input.addEventListener("blur", close);
    return () => {
      close();
      input.removeEventListener("input", type);
      input.removeEventListener("blur", close);
    };
  }, [textArea, articleId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other people, another selection
  useEffect(() => {
    const input = document.getElementById(textArea);
    const element = list.current;
    if (!isOpen || !element || !(input instanceof HTMLTextAreaElement)) return;
    const nav = new ComboboxNav(input, element, { tabInsertsSuggestions: false, firstOptionSelectionMode: "selected" });
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      setPeople([]);
    };
    const choose = ({ target }: Event) => {
      const before = input.value.slice(0, input.selectionStart);
      const start = before.length - (begun.exec(before)?.[0].length ?? 0);
      input.setRangeText(`@${(target as HTMLElement).dataset.value} `, start, input.selectionStart, "end");
      setPeople([]);
    };
    const hold = (event: Event) => event.preventDefault();
    input.addEventListener("keydown", press, true);
    element.addEventListener("combobox-commit", choose);
    element.addEventListener("mousedown", hold);
    nav.start();
    return () => {
      input.removeEventListener("keydown", press, true);
      element.removeEventListener("combobox-commit", choose);
      element.removeEventListener("mousedown", hold);
      nav.destroy();
    };
  }, [textArea, isOpen, people]);

  return (
    <div className="suggestions" id={id} ref={list} role="listbox" aria-label={t("suggestions")} hidden={!isOpen}>
      {people.map(({ value, label: name, detail }) => (
        <div key={value} id={`${id}-${value}`} role="option" aria-selected={false} tabIndex={-1} data-value={value}>
          {name} {detail ? <small>{detail}</small> : null}
        </div>
      ))}
    </div>
  );
}
