import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { failedForm } from "./failed-form";
import { type FormState, typedValues } from "./form-state";

/**
 * A `clientAction` that keeps the form on the page if the server or the upstream API is unavailable, or if the form is too large; Remix
 * would replace the page with an error page. Returns an error status, because after a success Remix would revalidate the page, which would
 * fail too. If the form's target is gone (403, 404), the error page is shown after all, with the input and where it can be posted.
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
    const page = sent.get("found");
    const found = typeof page === "string" ? JSON.parse(page) : undefined;
    return Response.json({ form, found }, { status: 503 });
  }
}

function whyUnread(error: unknown): FormState["unread"] {
  // Thrown by browsers if there is no network.
  if (error instanceof TypeError) return "offline";
  return isRouteErrorResponse(error) && error.status === 413 ? "tooLarge" : undefined;
}
