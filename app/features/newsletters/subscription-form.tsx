import type { ComponentProps } from "react";
import { controlProps } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";
import { Trap } from "~/forms/trap";
import type { Locale } from "~/i18n/locale";
import { Field } from "~/ui/field";
import { pagePaths } from "../../../contract/paths";

export const subscriptionTyped = { email: "newsletterPage:subscribe.email", website: "newsletterPage:subscribe.website" } as const;

interface SubscriptionFormProps extends Pick<ComponentProps<"form">, "action" | "target"> {
  fields: Record<"email" | "website", FieldState>;
  locale: Locale;
  texts: { consent: string; privacy: string; submit: string };
}

/** The form for subscribers. Without hooks, because pages of newsletters are rendered outside of Remix. */
export function SubscriptionForm({ fields: { email, website }, locale, texts, ...form }: SubscriptionFormProps) {
  return (
    <form className="form" method="post" noValidate {...form}>
      <Field id={email.name} label={email.label} errors={email.errors}>
        <input className="input" type="email" autoComplete="email" {...controlProps(email)} />
      </Field>
      <Trap field={website} />
      <p className="hint">
        {texts.consent} <a href={pagePaths.privacy[locale]}>{texts.privacy}</a>
      </p>
      {/* The language of the consent, and of the mail. */}
      <input type="hidden" name="locale" value={locale} />
      <button className="btn primary big start" type="submit">
        {texts.submit}
      </button>
    </form>
  );
}
