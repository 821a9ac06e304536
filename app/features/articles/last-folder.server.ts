import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../../contract/cookies";

/** The folder into which this browser last filed an article: the next one starts with it, unless it is added from a folder. */
export const lastFolder = (request: Request): string | undefined => parse(request.headers.get("Cookie") ?? "")[cookieNames.lastFolder];

/** The `Set-Cookie` value. */
export const keepLastFolder = (folderId: string): string =>
  serialize(cookieNames.lastFolder, folderId, { ...cookieOptions, maxAge: oneYear });
