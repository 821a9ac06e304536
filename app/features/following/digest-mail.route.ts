import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { mailPreview } from "~/http/mail-preview.server";
import { requireSession } from "~/session/session.server";
import { previewDigest } from "~/upstream/digests.server";
import { href } from "../../../contract/paths";

/** The mail of the digest, for the iframe of its preview. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const digest = await previewDigest(upstream);
  return digest ? mailPreview(digest.html, new URL(request.url).searchParams.get("scheme")) : redirect(href("digestPreview"));
}
