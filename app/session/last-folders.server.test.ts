import { parseSetCookie } from "cookie";
import { expect, test } from "vitest";
import { keepLastFolder, lastFolders } from "./last-folders.server";

const request = (value = "") =>
  new Request("http://localhost:3000/stream", { headers: { Cookie: `lastFolder=${encodeURIComponent(value)}` } });

/** The folders that are kept after articles were filed into these. */
const after = (...folders: string[]) =>
  lastFolders(
    request(folders.reduce<string | undefined>((value, id) => parseSetCookie(keepLastFolder(request(value), id)).value, undefined)),
  );

test.each([
  [
    ["a", "b"],
    ["b", "a"],
  ],
  [
    ["a", "b", "a"],
    ["a", "b"],
  ],
  [
    ["a", "b", "c", "d", "e", "f"],
    ["f", "e", "d", "c", "b"],
  ],
])("After %j, the last folders are %j", (filed, kept) => expect(after(...filed)).toEqual(kept));

test.each([
  ["", []],
  [",,a", ["a"]],
  ["a,b,c,d,e,f", ["a", "b", "c", "d", "e"]],
])("A cookie of %j is read as %j", (value, kept) => expect(lastFolders(request(value))).toEqual(kept));
