import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { failedForm } from "./failed-form";
import { type FormState, typedValues } from "./form-state";

/**
 * A `clientAction` that keeps the form on the page when the server or the upstream API is unavailable, or the form is too large to be
 * read; Remix would replace the page with an error page. The status keeps Remix from loading the page again, which would fail, too.
 * A form whose target is gone (403, 404) still leads to the error page, which shows what was typed and where it can go.
 */
export async function keepOffline({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    const message = failedForm(error)?.form.message;
    const unread = whyUnread(error);
    if (!message && !unread) throw error;
    const form: FormState = { values: typedValues(sent), errors: {}, message, unread };
    const pictures = sent.get("foundPictures");
    const found = typeof pictures === "string" ? { host: sent.get("foundHost"), pictures: JSON.parse(pictures) } : undefined;
    return Response.json({ form, found }, { status: 503 });
  }
}

function whyUnread(error: unknown): FormState["unread"] {
  // What browsers throw for a network that is not there.
  if (error instanceof TypeError) return "offline";
  return isRouteErrorResponse(error) && error.status === 413 ? "tooLarge" : undefined;
}
