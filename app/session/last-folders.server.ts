import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";

const mostKept = 5;

/** The folders into which this browser last filed articles, the last one first. */
export const lastFolders = (request: Request): string[] =>
  (parse(request.headers.get("Cookie") ?? "")[cookieNames.lastFolder] ?? "").split(",").filter(Boolean).slice(0, mostKept);

/** The `Set-Cookie` value that puts this folder first. */
export function keepLastFolder(request: Request, folderId: string): string {
  const folders = [folderId, ...lastFolders(request).filter((id) => id !== folderId)].slice(0, mostKept);
  return serialize(cookieNames.lastFolder, folders.join(","), { ...cookieOptions, maxAge: oneYear });
}
