import { type MouseEvent, useEffect, useRef } from "react";

interface ErrorSummaryProps {
  title: string;
  /** A message, and the id of the control it is about. What holds only `withoutScript` is not said to anybody else. */
  errors: { id?: string; message: string; withoutScript?: true }[];
  /** What came back; another answer is read out again, even if it says the same. */
  answer?: unknown;
}

/** Stands on top of a form that came back; each error leads to its field. With script it takes the focus. */
export function ErrorSummary({ title, errors, answer }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that came back again has new errors to read
  useEffect(() => summary.current?.focus(), [answer]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script the page that came back begins at what has to be mended
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

/** Without a change of address: after one Remix forgets what the action answered, and with it every error. */
function leadToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
