import { isRouteErrorResponse } from "@remix-run/react";
import type { RefusalReason } from "~/upstream/result";
import type { FormState } from "./form-state";

/** The `data` of a page's error after a posted form was not saved. */
export interface FailedForm {
  /** For pages that can show the form themselves. Has no message if resubmitting is pointless (403, 404). */
  form: FormState;
  requestId: string;
  /** Missing if the server was too busy to read the form; `keepOffline` still has it. */
  kept?: KeptForm;
  /** Why nobody may do this. */
  reason?: RefusalReason;
}

/** The input of a form, for the error page. Its texts are in the language of the request. */
export interface KeptForm {
  /** Fields with user-visible text, in the order of the form. */
  fields: KeptField[];
  /** All other values, to be posted with them. */
  hidden: [name: string, value: string][];
  /** Title and text that replace those of the error page. */
  title?: string;
  text?: string;
  /** Set if the form included files, which are lost. */
  files?: string;
  /** Where the form can be resubmitted; missing if nothing would accept it. */
  post?: { to: string; text: string };
  next?: { to: string; text: string };
}

export interface KeptField {
  /** Missing for a text that is only shown for copying, while a hidden field posts the original. */
  name?: string;
  label: string;
  value: string;
  isLong: boolean;
}

export const failedForm = (error: unknown): FailedForm | undefined =>
  isRouteErrorResponse(error) && error.data?.form ? error.data : undefined;

/** Why nobody may do this, if the error says so (`refusedBecause`). */
export const refusalReason = (error: unknown): RefusalReason | undefined =>
  isRouteErrorResponse(error) && error.status === 403 ? error.data?.reason : undefined;

/** The body of a failed request to a route that answers JSON. */
export interface JsonFailure {
  kind: "failed";
  message: string;
  requestId: string;
}

/** The data of a fetcher; `undefined` if its last request failed. */
export const unlessFailure = <T extends object>(answer: T | JsonFailure | undefined): T | undefined =>
  answer && "kind" in answer && answer.kind === "failed" ? undefined : (answer as T | undefined);
