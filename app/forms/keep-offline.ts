import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { failedForm } from "./failed-form";
import { type FormState, typedValues } from "./form-state";

/**
 * A `clientAction` that gives a form back as it was typed when the server, or the API behind it, cannot be reached, or the form is
 * larger than the server reads, where Remix would put an error page in its place. The status is what keeps Remix from loading the
 * page anew, which could not be reached either.
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
