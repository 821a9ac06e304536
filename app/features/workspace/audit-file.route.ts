import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { requireSession } from "~/session/session.server";
import { openAuditFile } from "~/upstream/audit.server";
import { unlessForbidden } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";
import { auditExportQuerySchema } from "../../../contract/rest/audit";

/** Streams the filtered log as a file for spreadsheets. Without permission, redirects to the log, whose page explains that. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const read = auditExportQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw new Response(null, { status: 404 });
  const { user_id: userId, ...filter } = read.data;
  const file = await unlessForbidden(openAuditFile(upstream, { userId, ...filter }));
  return file ? passOn(file) : redirect(href("clientAudit"));
}
