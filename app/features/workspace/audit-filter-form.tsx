import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { useFormOfAddress } from "~/lists/use-form-of-address";
import { href } from "~/paths";
import { describedBy, Field } from "~/ui/field";
import { limits } from "../../../contract/limits";

interface AuditFilterFormProps {
  form: FormState;
  topics: { value: string; text: string }[];
  isNarrowed: boolean;
}

/** Narrows the log to a person, to one kind of thing, to a period; its state is the address. */
export function AuditFilterForm({ form, topics, isNarrowed }: AuditFilterFormProps) {
  const { t } = useTranslation("client");
  const { values, errors } = form;
  const ref = useFormOfAddress(useLocation().search);
  const labels = {
    person: t("audit.fields.person"),
    topic: t("audit.fields.topic"),
    from: t("audit.fields.from"),
    until: t("audit.fields.until"),
  };
  return (
    <Form className="form" method="get" action={href("clientAudit", {})} role="search" noValidate ref={ref}>
      <FormErrors form={form} labels={labels} />
      {typedText(values, "user") ? (
        <>
          <input type="hidden" name="user" value={typedText(values, "user")} />
          <input type="hidden" name="named" value={typedText(values, "named") || typedText(values, "person")} />
        </>
      ) : null}
      <div className="audit-fields">
        <Field id="person" label={labels.person} errors={errors.person}>
          <input
            className="input"
            name="person"
            placeholder={t("audit.fields.personHint")}
            maxLength={limits.text}
            defaultValue={typedText(values, "person")}
            autoComplete="off"
            dir="auto"
            {...describedBy("person", { errors: errors.person })}
          />
        </Field>
        <Field id="topic" label={labels.topic}>
          <select className="input" id="topic" name="topic" key={typedText(values, "topic")} defaultValue={typedText(values, "topic")}>
            <option value="">{t("audit.all")}</option>
            {topics.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </Field>
        {(["from", "until"] as const).map((end) => {
          const text = typedText(values, end);
          return (
            <Field key={end} id={end} label={labels[end]} errors={errors[end]}>
              <input
                className="input"
                // A field for dates would hide what is none.
                type={errors[end] && !/^\d{4}-\d\d-\d\d$/.test(text) ? "text" : "date"}
                name={end}
                defaultValue={text}
                {...describedBy(end, { errors: errors[end] })}
              />
            </Field>
          );
        })}
        <div className="cluster">
          <button className="btn primary" type="submit">
            {t("audit.submit")}
          </button>
          {isNarrowed ? (
            <Link className="btn quiet" to={href("clientAudit", {})}>
              {t("audit.reset")}
            </Link>
          ) : null}
        </div>
      </div>
    </Form>
  );
}
