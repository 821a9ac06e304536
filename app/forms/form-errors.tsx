import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/ui/error-summary";
import type { FormState } from "./form-state";

interface FormErrorsProps {
  form: FormState | undefined;
  /** The labels of its fields by name, in the order of the page. Controls have their names as ids. */
  labels: Record<string, string>;
  /** Stands over a refusal that is about no field. */
  refused?: string;
  /** What came back, where the form is not all of it; it is read out once. */
  answer?: unknown;
}

/** What is wrong with a form of one field, which says all of it. */
export function useMessages(form: FormState | undefined): string[] | undefined {
  const { t } = useTranslation("shell");
  if (!form) return undefined;
  const message = form.unread ? t(`unread.${form.unread}`) : form.message;
  return [...(message ? [message] : []), ...Object.values(form.errors).flat()];
}

/** What is wrong with a form, on top of it; nothing when nothing is. */
export function FormErrors({ form, labels, refused, answer = form }: FormErrorsProps) {
  const { t } = useTranslation("shell");
  if (!form) return null;
  const ofFields = Object.entries(labels).flatMap(([id, label]) =>
    (form.errors[id] ?? []).map((text) => ({ id, message: `${label}: ${text}` })),
  );
  const message = form.unread ? t(`unread.${form.unread}`) : form.message;
  const errors = message ? [{ message }, ...ofFields] : ofFields;
  if (errors.length === 0) return null;
  return <ErrorSummary title={message ? (refused ?? t("notDone")) : t("summaryTitle")} errors={errors} answer={answer} />;
}
