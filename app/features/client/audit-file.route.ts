import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { requireSession } from "~/session/session.server";
import { openAuditFile } from "~/upstream/audit.server";
import { auditExportQuerySchema } from "../../../contract/rest/audit";

/** The filtered log as a file for spreadsheets, while the API writes it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const read = auditExportQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw new Response(null, { status: 404 });
  const { user_id: userId, ...filter } = read.data;
  return passOn(await openAuditFile(upstream, { userId, ...filter }));
}
