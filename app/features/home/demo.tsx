import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { useShell } from "~/layouts/shell";
import { href, pagePaths } from "~/paths";
import { describedBy, Field } from "~/ui/field";
import { Outcome } from "~/ui/outcome";

interface DemoProps {
  product: string;
  form: FormState | undefined;
  /** With which the form counts once however often it is sent. */
  formKey: string;
  isSent: boolean;
  /** As an answer it stands first, and its heading is the page's. */
  isFirst: boolean;
}

const fields = [
  { name: "name", autoComplete: "name" },
  { name: "company", autoComplete: "organization", isOptional: true },
  { name: "email", autoComplete: "email", type: "email" },
  { name: "phone", autoComplete: "tel", type: "tel", isOptional: true },
] as const;

export function Demo({ product, form, formKey, isSent, isFirst }: DemoProps) {
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
              <a href={href("home", {})}>{t("demo.back")}</a>
            </p>
          ) : null}
        </header>
        <div className="panel stack">
          {isSent ? <Outcome type="success">{t("demo.sent")}</Outcome> : null}
          <DemoForm form={form} formKey={formKey} />
        </div>
      </div>
    </section>
  );
}

function DemoForm({ form, formKey }: Pick<DemoProps, "form" | "formKey">) {
  const { t } = useTranslation("home");
  const locale = useShell()?.locale ?? "en";
  const { values, errors = {} } = form ?? {};
  const labels = Object.fromEntries(fields.map(({ name }) => [name, t(`demo.${name}`)]));
  return (
    <>
      <FormErrors form={form} labels={{ ...labels, website: t("demo.website") }} />
      <form className="form" method="post" action={href("home", {})} noValidate>
        <input type="hidden" name="key" value={typedText(values, "key", formKey)} />
        <div className="pair">
          {fields.map((field) => {
            const { name, autoComplete } = field;
            const isOptional = "isOptional" in field;
            return (
              <Field key={name} id={name} label={labels[name]} optional={isOptional ? t("demo.optional") : undefined} errors={errors[name]}>
                <input
                  className="input"
                  name={name}
                  type={"type" in field ? field.type : "text"}
                  defaultValue={typedText(values, name)}
                  autoComplete={autoComplete}
                  required={!isOptional}
                  {...describedBy(name, { errors: errors[name] })}
                />
              </Field>
            );
          })}
        </div>
        <Trap value={typedText(values, "website")} errors={errors.website} />
        <p className="hint">
          {t("demo.use")} <a href={pagePaths.privacy[locale]}>{t("demo.privacy")}</a>. {t("demo.minors")}
        </p>
        <button className="btn primary big start" type="submit">
          {t("demo.submit")}
        </button>
      </form>
    </>
  );
}

/** A field that only robots fill; whoever did so by mistake sees it then, and empties it. */
function Trap({ value, errors }: { value: string; errors: string[] | undefined }) {
  const { t } = useTranslation("home");
  const isHidden = !errors?.length;
  return (
    <div className={isHidden ? "vh" : undefined} aria-hidden={isHidden || undefined}>
      <Field id="website" label={t("demo.website")} errors={errors}>
        <input
          className="input"
          name="website"
          defaultValue={value}
          autoComplete="off"
          tabIndex={isHidden ? -1 : undefined}
          {...describedBy("website", { errors })}
        />
      </Field>
    </div>
  );
}
