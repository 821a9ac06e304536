import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormErrors } from "~/forms/form-errors";
import type { answerMailLink } from "~/forms/mail-link.server";
import { Outcome } from "~/ui/outcome";
import { Page } from "./page";

interface MailLinkPageProps {
  title: string;
  /** The result, or the reason why the link does nothing. */
  outcome?: { type: "success" | "error"; text: string };
  /** Explains the button, if there is no outcome. */
  text?: string;
  button?: {
    text: string;
    /** Default: the page itself. */
    action?: string;
    isSecondary?: boolean;
  };
  children?: ReactNode;
}

/** The page behind a link in a mail, with one button: opening the page changes nothing, because mail scanners open every link. */
export function MailLinkPage({ title, outcome, text, button, children }: MailLinkPageProps) {
  const form = useActionData<typeof answerMailLink>()?.form;
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        <FormErrors form={form} />
        {outcome ? <Outcome type={outcome.type}>{outcome.text}</Outcome> : text ? <p>{text}</p> : null}
        {button ? (
          <form className="form" method="post" action={button.action}>
            <button className={button.isSecondary ? "btn" : "btn primary big"} type="submit">
              {button.text}
            </button>
          </form>
        ) : null}
        {children}
      </div>
    </Page>
  );
}
