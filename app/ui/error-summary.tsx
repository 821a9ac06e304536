import { type MouseEvent, useEffect, useRef } from "react";

interface ErrorSummaryProps {
  title: string;
  /** A message, and the id of its control. With `withoutScript`, it is hidden if JavaScript is enabled. */
  errors: { id?: string; message: string; withoutScript?: true }[];
  /** The result of the action. A new one is announced again, even with the same text. */
  answer?: unknown;
}

/** Heads a rejected form; each error links to its field. With JavaScript it receives focus. */
export function ErrorSummary({ title, errors, answer }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every rejection has new errors to announce
  useEffect(() => summary.current?.focus(), [answer]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript, a rejected form starts at its errors
    <div className="summary" role="alert" tabIndex={-1} aria-labelledby="error-summary" ref={summary} autoFocus>
      <h2 id="error-summary">{title}</h2>
      <ul>
        {errors.map(({ id, message, withoutScript }) => (
          <li key={`${id}${message}`} className={withoutScript && "without-script"}>
            {id ? (
              <a href={`#${id}`} onClick={leadToField}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field without changing the URL's hash: Remix would discard the action's result, and with it all errors. */
function leadToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
