import type { LoaderFunctionArgs } from "@remix-run/node";
import { mailPreview } from "~/http/mail-preview.server";
import { requireSession } from "~/session/session.server";
import { requireNewsletter } from "./require-newsletter.server";

/** The mail as it will arrive, for an iframe in the summary. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { htmlContent } = await requireNewsletter(upstream, params);
  return mailPreview(htmlContent, new URL(request.url).searchParams.get("scheme"));
}
