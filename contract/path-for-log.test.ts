import { expect, it } from "vitest";
import { callForLog, pathForLog } from "./path-for-log";

const article = "0190a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b";
const fixed = new Set(["invitations", "email_confirmations", "feeds", "contents", "edit", "tag", "webview", "auth", "de", "stream"]);

it.each([
  ["/invitations/dGhlIHNlY3JldA", "/invitations/[hidden]"],
  ["/invitations/dGhlIHNlY3JldA/contents", "/invitations/[hidden]/contents"],
  ["/email_confirmations/dGhlIHNlY3JldA.data", "/email_confirmations/[hidden]"],
  ["/webview/auth/de/dGhl/IHNl+Y3JldA==", "/webview/auth/de/[hidden]/[hidden]"],
  ["/tag/Betriebsrat/contents", "/tag/[hidden]/contents"],
  ["/Ein%20Name", "/[hidden]"],
  [`/contents/${article}/edit`, `/contents/${article}/edit`],
  ["/stream.data", "/stream.data"],
  ["/", "/"],
])("the log has %s as %s", (path, logged) => expect(pathForLog(path, (segment) => fixed.has(segment))).toBe(logged));

it.each([
  [`/contents/${article}/news`, `/contents/${article}/news`],
  ["/password_resets/dGhlIHNlY3JldA", "/password_resets/[hidden]"],
])("the log has a call of %s as %s", (path, logged) => expect(callForLog("GET", path)).toBe(`GET ${logged}`));
