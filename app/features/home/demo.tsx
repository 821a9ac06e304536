import { useTranslation } from "react-i18next";
import { HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf, translated } from "~/forms/form-state";
import { SubmitButton } from "~/forms/submit-button";
import { Trap } from "~/forms/trap";
import { useShell } from "~/layouts/shell";
import { Outcome } from "~/ui/outcome";
import { href, pagePaths } from "../../../contract/paths";
import type { inquiryFields } from "../../../contract/rest/inquiries";

export const demoTyped = {
  name: "home:demo.name",
  company: "home:demo.company",
  email: "home:demo.email",
  phone: "home:demo.phone",
  website: "home:demo.website",
} as const;

interface DemoProps {
  product: string;
  form: FormState<keyof typeof inquiryFields | "website" | "key">;
  isSent: boolean;
  /** At the top of the page, with its h1: after the form was submitted. */
  isFirst: boolean;
}

export function Demo({ product, form, isSent, isFirst }: DemoProps) {
  const { t } = useTranslation("home");
  const Heading = isFirst ? "h1" : "h2";
  return (
    <section className="home-section" id="home-demo" aria-labelledby="demo-title">
      <div className="wrap split">
        <header>
          <Heading className="h1" id="demo-title">
            {t("demo.title", { product })}
          </Heading>
          <p>{t("demo.lead")}</p>
          {isFirst ? (
            <p>
              <a href={href("home")}>{t("demo.back")}</a>
            </p>
          ) : null}
        </header>
        <div className="panel stack">
          {isSent ? <Outcome type="success">{t("demo.sent")}</Outcome> : null}
          <DemoFields form={form} />
        </div>
      </div>
    </section>
  );
}

function DemoFields({ form }: Pick<DemoProps, "form">) {
  const { t } = useTranslation(["home"]);
  const locale = useShell()?.locale ?? "en";
  const fields = fieldsOf(form, translated(demoTyped, t));
  return (
    <>
      <FormErrors form={form} fields={fields} />
      <form className="form" method="post" action={href("home")} noValidate>
        <HiddenFields form={form} names={["key"]} />
        <div className="pair">
          <TextField field={fields.name} type="text" autoComplete="name" />
          <TextField field={fields.company} optional type="text" autoComplete="organization" />
          <TextField field={fields.email} type="email" autoComplete="email" />
          <TextField field={fields.phone} optional type="tel" autoComplete="tel" />
        </div>
        <Trap field={fields.website} />
        <p className="hint">
          {t("demo.use")} <a href={pagePaths.privacy[locale]}>{t("demo.privacy")}</a>. {t("demo.minors")}
        </p>
        <SubmitButton>{t("demo.submit")}</SubmitButton>
      </form>
    </>
  );
}
