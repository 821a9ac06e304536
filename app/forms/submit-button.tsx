import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { FieldError } from "~/ui/field";

/**
 * A submit button, marked as busy while a form is being posted. While required fields of its form are empty, it is `aria-disabled` with
 * JavaScript, and names them when it is pressed.
 */
export function SubmitButton({ className = "btn primary big start", children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation("shell");
  const { state, formMethod } = useNavigation();
  const button = useRef<HTMLButtonElement>(null);
  /** Outside of the page: the error that is copied to each empty field. */
  const [pattern, setPattern] = useState<Element>();
  const [isIncomplete, setIncomplete] = useState(false);
  const update = useRef<() => void>();
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const error = document.createElement("div");
    let isGone = false;
    let stop: (() => void) | undefined;
    const hold = async () => {
      // Until it has loaded, and if it cannot be loaded, the server says what is missing.
      const missing = await import("./missing").catch(() => undefined);
      if (!missing || isGone) return;
      const holding = missing.holdIncomplete(form, {
        onChange: setIncomplete,
        toError: () => error.firstElementChild,
        // Pressed, or Enter was (`EnterButton`).
        holds: (submitter) => submitter === button.current || submitter?.hidden === true,
      });
      setPattern(error);
      update.current = holding.update;
      stop = holding.stop;
    };
    void hold();
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  // Responses change fields without an event.
  useEffect(() => {
    update.current?.();
  });
  return (
    <>
      <button
        className={className}
        type="submit"
        ref={button}
        aria-busy={(state !== "idle" && formMethod === "POST") || undefined}
        aria-disabled={isIncomplete || undefined}
      >
        {children}
      </button>
      {pattern ? createPortal(<FieldError id="missing" errors={[t("missing")]} />, pattern) : null}
    </>
  );
}

/** Enter presses a form's first button, so forms with several buttons start with this one. */
export const EnterButton = ({ children }: { children: ReactNode }) => (
  <button type="submit" hidden>
    {children}
  </button>
);
