import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/ui/error-summary";
import type { FieldState, FormState } from "./form-state";

interface FormErrorsProps {
  form: FormState | undefined;
  /** The fields, in the order of the page. */
  fields?: Record<string, Pick<FieldState, "name" | "label" | "errors">>;
  /** The title above a message about the whole form. */
  refused?: string;
  /** The id of the field that such a message links to. */
  messageField?: string;
  /** Further errors, listed after those of the fields; shown only if there are any. */
  more?: ComponentProps<typeof ErrorSummary>["errors"];
  /** A new value announces the summary again. */
  answer?: unknown;
}

/** All errors of a form with a single field. */
export function useMessages(form: FormState | undefined): string[] | undefined {
  const { t } = useTranslation("shell");
  if (!form) return undefined;
  const message = form.unread ? t(`unread.${form.unread}`) : form.message;
  return [...(message ? [message] : []), ...Object.values(form.errors).flatMap((errors) => errors ?? [])];
}

/** The error summary of a form; renders nothing without errors. Errors of fields that the form lacks are listed without a link. */
export function FormErrors({ form, fields = {}, refused, messageField, more = [], answer = form?.errors }: FormErrorsProps) {
  const { t } = useTranslation("shell");
  if (!form) return null;
  const ofFields = Object.values(fields).flatMap(({ name, label, errors = [] }) =>
    errors.map((text) => ({ id: name, message: `${label}: ${text}` })),
  );
  const known = new Set(Object.values(fields).map(({ name }) => name));
  const ofOthers = Object.entries(form.errors).flatMap(([name, texts = []]) =>
    known.has(name) ? [] : texts.map((text) => ({ message: text })),
  );
  const message = form.unread ? t(`unread.${form.unread}`) : form.message;
  const errors = [...(message ? [{ id: messageField, message }] : []), ...ofFields, ...ofOthers];
  if (errors.length === 0) return null;
  return <ErrorSummary title={message ? (refused ?? t("notDone")) : t("summaryTitle")} errors={[...errors, ...more]} answer={answer} />;
}
