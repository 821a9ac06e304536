import { type KeyboardEvent, type TextareaHTMLAttributes, useEffect, useRef, useState } from "react";
import { Icon } from "~/ui/icon";
import type { Editor, Place } from "./editor";
import { fromLightweightMarkup } from "./from-lightweight-markup";

export interface RichTextWords {
  toolbar: string;
  level: string;
  /** Running text, then headings 1 to 5. */
  levels: string[];
  bold: string;
  italic: string;
  underline: string;
  bullets: string;
  numbers: string;
  link: string;
  address: string;
  setLink: string;
  removeLink: string;
}

interface RichTextFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "children"> {
  id: string;
  /** Posted as lightweight markup, or as HTML together with `{name}Format=html`. */
  name: string;
  label: string;
  /** The text as lightweight markup. */
  defaultValue: string;
  /** The text as HTML, including formatting that the markup cannot express. */
  html?: string;
  words: RichTextWords;
  /** Shows only a few lines until it gets the focus. */
  isBrief?: boolean;
}

const nowhere: Place = { level: 0, bold: false, italic: false, underline: false, bullets: false, numbers: false, link: "" };

/** A textarea for lightweight markup. With JavaScript, an editor with a toolbar replaces it. */
export function RichTextField({ id, name, label, html, words, isBrief = false, ...attributes }: RichTextFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [place, setPlace] = useState(nowhere);
  // Collapsing it again on blur would move the control that is being pressed.
  const [isCut, setCut] = useState(isBrief);
  // The initial value: a later response must not replace what the user is writing.
  const [initialHtml] = useState(html);

  useEffect(() => {
    const field = textarea.current;
    const root = surface.current;
    if (!field || !root) return;
    let opened: Editor | undefined;
    let isGone = false;
    const open = async () => {
      const { openEditor } = await import("./editor");
      // Do not replace the textarea while the user is typing in it.
      if (isGone || opened || document.activeElement === field) return;
      const isUntouched = field.value === field.defaultValue;
      opened = openEditor(root, isUntouched && initialHtml !== undefined ? initialHtml : fromLightweightMarkup(field.value), setPlace);
      setEditor(opened);
    };
    void open();
    field.addEventListener("blur", open);
    return () => {
      isGone = true;
      field.removeEventListener("blur", open);
      opened?.close();
    };
  }, [initialHtml]);

  useEffect(() => {
    const form = surface.current?.closest("form");
    const labelElement = document.querySelector(`label[for="${id}"]`);
    if (!editor || !form) return;
    const post = ({ formData }: FormDataEvent) => {
      formData.set(name, editor.html());
      formData.set(`${name}Format`, "html");
    };
    form.addEventListener("formdata", post);
    labelElement?.addEventListener("click", editor.focus);
    return () => {
      form.removeEventListener("formdata", post);
      labelElement?.removeEventListener("click", editor.focus);
    };
  }, [editor, id, name]);

  const isOpen = editor !== undefined;
  return (
    <div className={isCut ? "picker rich-text brief" : "picker rich-text"}>
      {editor ? <Toolbar editor={editor} place={place} words={words} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: no other element holds editable formatted text */}
      <div
        ref={surface}
        id={isOpen ? id : undefined}
        className="input prose"
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={label}
        aria-required={attributes.required}
        aria-invalid={attributes["aria-invalid"]}
        aria-describedby={withoutHint(attributes["aria-describedby"], id)}
        dir="auto"
        hidden={!isOpen}
        contentEditable={isOpen}
        onFocus={() => setCut(false)}
        suppressContentEditableWarning
      />
      <textarea
        {...attributes}
        className="input"
        name={name}
        id={isOpen ? undefined : id}
        rows={isBrief ? 3 : 7}
        ref={textarea}
        hidden={isOpen}
      />
    </div>
  );
}

/** Removes the hint about the markup, which is redundant with the toolbar. */
const withoutHint = (ids = "", id: string) => ids.replace(`${id}-hint`, "").trim() || undefined;

const marks = ["bold", "italic", "underline", "bullets", "numbers"] as const;
const icons = { bold: "bold", italic: "italic", underline: "underline", bullets: "list", numbers: "list-ordered" } as const;

function Toolbar({ editor, place, words }: { editor: Editor; place: Place; words: RichTextWords }) {
  const [isLinking, setLinking] = useState(false);
  const close = () => {
    setLinking(false);
    editor.focus();
  };
  return (
    <>
      <div className="cluster" role="toolbar" aria-label={words.toolbar} onKeyDown={moveAlong}>
        <select
          className="input short"
          aria-label={words.level}
          value={place.level}
          onChange={({ target }) => editor.setLevel(Number(target.value))}
        >
          {words.levels.map((word, level) => (
            <option key={word} value={level}>
              {word}
            </option>
          ))}
        </select>
        {marks.map((mark) => (
          <button
            key={mark}
            className="btn quiet small square"
            type="button"
            tabIndex={-1}
            aria-label={words[mark]}
            title={words[mark]}
            aria-pressed={place[mark]}
            onClick={() => editor.toggle(mark)}
          >
            <Icon name={icons[mark]} />
          </button>
        ))}
        <button
          className="btn quiet small square"
          type="button"
          tabIndex={-1}
          aria-label={words.link}
          title={words.link}
          aria-pressed={place.link !== ""}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          <Icon name="link" />
        </button>
      </div>
      {isLinking ? <LinkRow editor={editor} address={place.link} words={words} close={close} /> : null}
    </>
  );
}

/** Roving focus: one Tab stop, arrow keys move between the buttons. */
function moveAlong(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("select, button")];
  stops[(stops.indexOf(document.activeElement as HTMLElement) + step + stops.length) % stops.length]?.focus();
  event.preventDefault();
}

interface LinkRowProps {
  editor: Editor;
  address: string;
  words: RichTextWords;
  close: () => void;
}

/** Forms cannot be nested, so Enter sets the link instead of submitting. */
function LinkRow({ editor, address, words, close }: LinkRowProps) {
  const field = useRef<HTMLInputElement>(null);
  const set = (text = "") => {
    const trimmed = text.trim();
    editor.link(trimmed === "" || /^(?:https?|mailto):/i.test(trimmed) ? trimmed : `https://${trimmed}`);
    close();
  };
  return (
    <div className="cluster">
      <input
        className="input"
        ref={field}
        type="text"
        inputMode="url"
        aria-label={words.address}
        placeholder="https://"
        defaultValue={address}
        // biome-ignore lint/a11y/noAutofocus: the button that opened the row asks for the URL
        autoFocus
        onKeyDown={(event) => {
          if (event.key === "Enter") set(event.currentTarget.value);
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <button className="btn small" type="button" onClick={() => set(field.current?.value)}>
        {words.setLink}
      </button>
      {address ? (
        <button className="btn quiet small" type="button" onClick={() => set()}>
          {words.removeLink}
        </button>
      ) : null}
    </div>
  );
}
