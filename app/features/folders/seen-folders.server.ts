import { createHash } from "node:crypto";
import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../../contract/cookies";

/** Each takes 15 bytes of every request. */
const mostFolders = 80;

/** When this browser last showed which folder, in milliseconds. */
export interface SeenFolders {
  /** What was filed before is new in no folder. */
  since: number;
  /** By a short hash of the folder's id, the one seen last at the end. */
  folders: Map<string, number>;
}

/**
 * What this browser has seen of the folders. Only the browser keeps it, so that nobody can find out who read what. A new browser
 * counts as having seen everything.
 */
export function readSeenFolders(request: Request, now = Date.now()): SeenFolders {
  const [since = "", ...entries] = (parse(request.headers.get("Cookie") ?? "")[cookieNames.seenFolders] ?? "").split(".");
  const folders = entries.map((entry) => [entry.slice(0, keyLength), fromText(entry.slice(keyLength))] as const);
  return {
    since: fromText(since) ?? now,
    folders: new Map(folders.filter((entry): entry is [string, number] => entry[1] !== undefined).slice(-mostFolders)),
  };
}

/** When this folder was seen last. */
export const seenAt = ({ since, folders }: SeenFolders, folderId: string): number => folders.get(toKey(folderId)) ?? since;

/** The same with this folder seen now; the one seen longest ago is forgotten when there are too many, and nothing older is new then. */
export function withSeenFolder({ since, folders }: SeenFolders, folderId: string, now = Date.now()): SeenFolders {
  const key = toKey(folderId);
  const entries = [...folders].filter(([other]) => other !== key);
  const [forgotten] = entries.length >= mostFolders ? entries.splice(0, 1) : [];
  return { since: Math.max(since, forgotten?.[1] ?? 0), folders: new Map([...entries, [key, now]]) };
}

/** A `Set-Cookie` that keeps it. */
export function keepSeenFolders({ since, folders }: SeenFolders): string {
  const value = [toText(since), ...[...folders].map(([key, seen]) => key + toText(seen))].join(".");
  return serialize(cookieNames.seenFolders, value, { ...cookieOptions, maxAge: oneYear });
}

const keyLength = 6;
const toKey = (folderId: string) => createHash("sha256").update(folderId).digest("base64url").slice(0, keyLength);

const toText = (milliseconds: number) => milliseconds.toString(36);
const fromText = (text: string) => (/^[0-9a-z]{8}$/.test(text) ? Number.parseInt(text, 36) : undefined);
