import { isRouteErrorResponse } from "@remix-run/react";
import type { FormState } from "./form-state";

/** The `data` of a page's error where a posted form was not saved. */
export interface FailedForm {
  /** For a page that can show its own form again. Without a message where sending it again is no use (403, 404). */
  form: FormState;
  requestId: string;
  /** Absent where the server was too busy to read the form; `keepOffline` still has it. */
  kept?: KeptForm;
}

/** What was typed, ready to be shown on the error page. Texts are in the language of the request. */
export interface KeptForm {
  /** Fields with a text that a person typed, in the order of the form. */
  fields: KeptField[];
  /** Everything else to post with them. */
  hidden: [name: string, value: string][];
  /** Replace the title and text of the error page. */
  title?: string;
  text?: string;
  /** Set where files came with the form, which are lost. */
  files?: string;
  /** Where the form can be posted; absent where nothing would accept it. */
  post?: { to: string; text: string };
  next?: { to: string; text: string };
}

export interface KeptField {
  /** Absent for a text that is shown for copying and posted by a hidden field. */
  name?: string;
  label: string;
  value: string;
  isLong: boolean;
}

export const failedForm = (error: unknown): FailedForm | undefined =>
  isRouteErrorResponse(error) && error.data?.form ? error.data : undefined;

/** The body of a failed request to a route that answers JSON. */
export interface JsonFailure {
  kind: "failed";
  message: string;
  requestId: string;
}

/** The data of a fetcher, `undefined` where its last request failed. */
export const unlessFailure = <T extends object>(answer: T | JsonFailure | undefined): T | undefined =>
  answer && "kind" in answer && answer.kind === "failed" ? undefined : (answer as T | undefined);
