import { createHash } from "node:crypto";
import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../../contract/cookies";

/** Each entry adds about 15 bytes to every request. */
const mostFolders = 80;

/** When this browser last showed each folder, in milliseconds since the epoch. */
export interface SeenFolders {
  /** Articles filed before this are not new in any folder. */
  since: number;
  /** Keyed by a short hash of the folder's id; the most recently seen one comes last. */
  folders: Map<string, number>;
}

/** Only the browser stores this, so that nobody can find out who has read what. A new browser counts as having seen everything. */
export function readSeenFolders(request: Request, now = Date.now()): SeenFolders {
  const [since = "", ...entries] = (parse(request.headers.get("Cookie") ?? "")[cookieNames.seenFolders] ?? "").split(".");
  const folders = entries.map((entry) => [entry.slice(0, keyLength), fromText(entry.slice(keyLength))] as const);
  return {
    since: fromText(since) ?? now,
    folders: new Map(folders.filter((entry): entry is [string, number] => entry[1] !== undefined).slice(-mostFolders)),
  };
}

export const seenAt = ({ since, folders }: SeenFolders, folderId: string): number => folders.get(toKey(folderId)) ?? since;

/** Marks the folder as seen now. Beyond `mostFolders`, drops the one seen longest ago and treats everything older as seen. */
export function withSeenFolder({ since, folders }: SeenFolders, folderId: string, now = Date.now()): SeenFolders {
  const key = toKey(folderId);
  const entries = [...folders].filter(([other]) => other !== key);
  const [forgotten] = entries.length >= mostFolders ? entries.splice(0, 1) : [];
  return { since: Math.max(since, forgotten?.[1] ?? 0), folders: new Map([...entries, [key, now]]) };
}

/** The `Set-Cookie` value. */
export function keepSeenFolders({ since, folders }: SeenFolders): string {
  const value = [toText(since), ...[...folders].map(([key, seen]) => key + toText(seen))].join(".");
  return serialize(cookieNames.seenFolders, value, { ...cookieOptions, maxAge: oneYear });
}

const keyLength = 6;
const toKey = (folderId: string) => createHash("sha256").update(folderId).digest("base64url").slice(0, keyLength);

const toText = (milliseconds: number) => milliseconds.toString(36);
const fromText = (text: string) => (/^[0-9a-z]{8}$/.test(text) ? Number.parseInt(text, 36) : undefined);
