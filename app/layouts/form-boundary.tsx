import { useActionData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { failedForm } from "~/forms/failed-form";
import type { FormState } from "~/forms/form-state";
import { ErrorPage } from "./error-page";
import { mayPass } from "./page-meta";

/**
 * Shown when the API fails while a form is saved: only the form with its values, because the rest of the page cannot be loaded. Falls
 * back to the error page if nothing was posted, or if resubmitting cannot help (403, 404).
 */
export function FormBoundary({ children }: { children: (form: FormState) => ReactNode }) {
  const error = useRouteError();
  const answered = useActionData<{ form?: FormState }>()?.form;
  const form = answered ?? failedForm(error)?.form;
  return form && mayPass(error) ? children(form) : <ErrorPage />;
}
