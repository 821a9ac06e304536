import { Form, Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";

interface TagDialogProps {
  title: string;
  /** What is being done, where a field does not say it. */
  text?: ReactNode;
  field: { name: "name" | "into"; label: string; hint?: string; suggestions?: string[] };
  submit: string;
  form: FormState;
  /** The form came back with what was typed. */
  touched: boolean;
  closeTo: string;
}

/** A small dialog with the name of a tag. */
export function TagDialog({ title, text, field: { name, label, hint, suggestions }, submit, form, touched, closeTo }: TagDialogProps) {
  const { t } = useTranslation("shell");
  const { state, formMethod } = useNavigation();
  const errors = form.errors[name];
  return (
    <Dialog title={title} closeTo={closeTo} closeLabel={t("close")} kind="modal small">
      <Form className="dialog-form" id="tag-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <FormErrors form={form} labels={{ [name]: label }} />
          {text ? <p>{text}</p> : null}
          <Field id={name} label={label} hint={hint} errors={errors}>
            <input
              className="input"
              name={name}
              defaultValue={typedText(form.values, name)}
              list={suggestions ? "tag-names" : undefined}
              autoComplete="off"
              required
              dir="auto"
              {...describedBy(name, { hint, errors })}
            />
          </Field>
          {suggestions ? (
            <datalist id="tag-names">
              {suggestions.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
          ) : null}
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={closeTo} preventScrollReset>
              {t("cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {submit}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="tag-form" touched={touched} />
    </Dialog>
  );
}
