import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { translator } from "~/i18n/resources.server";
import { visitor } from "~/session/session.server";
import { findExportFile } from "~/upstream/exports.server";
import { exportSignatureSchema } from "../../../contract/rest/exports";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** Serves an export's file. The signed URL is sufficient; no cookie is required. */
export async function loader({ request, params: { exportId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const query = exportSignatureSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const answer = query.success ? await findExportFile(upstream, exportId, query.data) : undefined;
  if (!answer) return plainText(t("exports:file.gone"), 404);
  if (answer.status === 409) return plainText(t("exports:file.notReady"), 409);
  const passed = passOn(answer);
  // The URL grants access to the file: keep it out of referrers and search engines.
  passed.headers.set("Referrer-Policy", "no-referrer");
  passed.headers.set("X-Robots-Tag", "noindex");
  return passed;
}

const plainText = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });
