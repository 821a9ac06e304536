import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { openAuditFile } from "~/upstream/audit.server";
import { unlessForbidden } from "~/upstream/failure.server";
import { auditExportQuerySchema } from "../../../contract/rest/audit";

/** The filtered log as a file for spreadsheets, while the API writes it; who may not have it is led to the page that says so. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const read = auditExportQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw new Response(null, { status: 404 });
  const { user_id: userId, ...filter } = read.data;
  const file = await unlessForbidden(openAuditFile(upstream, { userId, ...filter }));
  return file ? passOn(file) : redirect(href("clientAudit", {}));
}
