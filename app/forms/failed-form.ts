import { isRouteErrorResponse } from "@remix-run/react";
import type { FormState } from "./form-state";

/** What the error of a page carries where the API failed a form before anybody read it (`requireSession`). */
export interface FailedForm {
  form: FormState;
  requestId: string;
}

/** That form, where the error is such a one. */
export const failedForm = (error: unknown): FailedForm | undefined =>
  isRouteErrorResponse(error) && error.data?.form ? error.data : undefined;
