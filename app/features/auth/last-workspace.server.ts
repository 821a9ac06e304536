import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../../contract/cookies";
import { workspaceSchema } from "../../../contract/rest/session";

/** The workspace of this browser's last sign-in, for the forms of sign-in and password reset. */
export const lastWorkspace = (request: Request): string | undefined =>
  workspaceSchema.safeParse(parse(request.headers.get("Cookie") ?? "")[cookieNames.lastWorkspace]).data;

/** The `Set-Cookie` value. */
export const keepLastWorkspace = (workspace: string): string =>
  serialize(cookieNames.lastWorkspace, workspace, { ...cookieOptions, maxAge: oneYear });
