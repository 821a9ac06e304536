import { useActionData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { failedForm } from "~/forms/failed-form";
import type { FormState } from "~/forms/form-state";
import { ErrorPage } from "./error-page";

/**
 * In place of a page with a form that the API fails: the form alone, with what was typed into it, which needs nothing else of the
 * page. Where nothing was sent it is the error page.
 */
export function FormBoundary({ children }: { children: (form: FormState) => ReactNode }) {
  const error = useRouteError();
  const answered = useActionData<{ form?: FormState }>()?.form;
  const form = answered ?? failedForm(error)?.form;
  return form ? children(form) : <ErrorPage />;
}
