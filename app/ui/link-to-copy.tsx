import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { Icon } from "./icon";

interface LinkToCopyProps extends InputHTMLAttributes<HTMLInputElement> {
  url: string;
  texts: { copy: string; copied: string; selected: string };
}

/** A URL in a read-only field, with a copy button if JavaScript is enabled. */
export function LinkToCopy({ url, texts, ...attributes }: LinkToCopyProps) {
  const field = useRef<HTMLInputElement>(null);
  const hasScript = useHasScript();
  const [outcome, setOutcome] = useState<"copied" | "selected">();
  const copy = async () => {
    field.current?.select();
    // The clipboard requires https. Otherwise the link is only selected, to be copied with the keyboard.
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setOutcome(copied ? "copied" : "selected");
  };
  return (
    <>
      <div className="inline-form">
        <input className="input" readOnly value={url} ref={field} onFocus={({ target }) => target.select()} {...attributes} />
        <button className="btn" type="button" hidden={!hasScript} onClick={copy}>
          <Icon name="copy" />
          {texts.copy}
        </button>
      </div>
      <p className="got" role="status">
        {outcome ? (
          <>
            <Icon name="success" small />
            {texts[outcome]}
          </>
        ) : null}
      </p>
    </>
  );
}

/** False in server-rendered HTML and during hydration, then true. */
export function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return hasScript;
}
