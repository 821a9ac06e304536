import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { passOnKeyedCall } from "~/upstream/keyed-calls.server";

/** Called by programs on other sites and machines. Cookies are ignored, so that there is nothing to forge. */
export const handle = { acceptsOtherSites: true, answersJson: true, takesFiles: true, takesJson: true };

/** The API for programs with an API key (docs/api.md, "For programs"). Which calls a key allows is decided by the API. */
export const loader = async ({ request }: LoaderFunctionArgs) => toAnswer(await passOnKeyedCall(request));

export const action = async ({ request }: ActionFunctionArgs) => toAnswer(await passOnKeyedCall(request));

function toAnswer(answer: Response): Response {
  const response = passOn(answer);
  for (const name of ["Content-Language", "Retry-After", "WWW-Authenticate"]) {
    const value = answer.headers.get(name);
    if (value !== null) response.headers.set(name, value);
  }
  response.headers.set("Vary", "Authorization, Accept-Language");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
}
