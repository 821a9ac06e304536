import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SelectField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, typedText } from "~/forms/form-state";
import { useFormOfAddress } from "~/lists/use-form-of-address";
import type { Suggestion } from "~/ui/suggestion";
import { href } from "../../../contract/paths";
import type { AuditForm } from "./audit-query.server";

interface AuditFilterFormProps {
  form: AuditForm;
  people: Suggestion[];
  topics: { value: string; text: string }[];
  isNarrowed: boolean;
}

/** Filters the log by person, topic and period. The URL is its only state. */
export function AuditFilterForm({ form, people, topics, isNarrowed }: AuditFilterFormProps) {
  const { t } = useTranslation("client");
  const { values } = form;
  const ref = useFormOfAddress(useLocation().search);
  const fields = fieldsOf(form, {
    person: t("audit.fields.person"),
    topic: t("audit.fields.topic"),
    from: t("audit.fields.from"),
    until: t("audit.fields.until"),
  });
  return (
    <Form className="form" method="get" action={href("clientAudit")} role="search" noValidate ref={ref}>
      <FormErrors form={form} fields={fields} />
      {typedText(values, "user") ? (
        <>
          <input type="hidden" name="user" value={typedText(values, "user")} />
          <input type="hidden" name="named" value={typedText(values, "named") || typedText(values, "person")} />
        </>
      ) : null}
      <div className="audit-fields">
        <TextField
          field={fields.person}
          placeholder={t("audit.fields.personHint")}
          suggestions={people}
          free
          autoComplete="off"
          dir="auto"
          stopsAtLimit
        />
        <SelectField key={fields.topic.value} field={fields.topic}>
          <option value="">{t("audit.all")}</option>
          {topics.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        {[fields.from, fields.until].map((field) => (
          // A date input would hide an invalid date.
          <TextField key={field.name} field={field} type={field.errors && !/^\d{4}-\d\d-\d\d$/.test(field.value) ? "text" : "date"} />
        ))}
        <div className="cluster">
          <button className="btn primary" type="submit">
            {t("audit.submit")}
          </button>
          {isNarrowed ? (
            <Link className="btn quiet" to={href("clientAudit")}>
              {t("audit.reset")}
            </Link>
          ) : null}
        </div>
      </div>
    </Form>
  );
}
