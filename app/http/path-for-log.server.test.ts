import { expect, it } from "vitest";
import { pathForLog } from "./path-for-log.server";

it.each([
  ["/invitations/dGhlIHNlY3JldA", "/invitations/[hidden]"],
  ["/invitations/dGhlIHNlY3JldA/confirmation", "/invitations/[hidden]/confirmation"],
  ["/email_confirmations/dGhlIHNlY3JldA.data", "/email_confirmations/[hidden]"],
  ["/password_resets/dGhlIHNlY3JldA", "/password_resets/[hidden]"],
  ["/feeds/dGhlIHNlY3JldA", "/feeds/[hidden]"],
  ["/feeds/dGhlIHNlY3JldA/contents", "/feeds/[hidden]/contents"],
  ["/settings/feeds/1/delete", "/settings/feeds/1/delete"],
  ["/webview/auth/de/dGhlIHNlY3JldA", "/webview/auth/de/[hidden]"],
  ["/webview/auth/de/dGhl/IHNl+Y3JldA==", "/webview/auth/de/[hidden]"],
  ["/webview/init", "/webview/init"],
  ["/invitations", "/invitations"],
  ["/contents/1/edit", "/contents/1/edit"],
])("the log knows %s as %s", (path, logged) => expect(pathForLog(path)).toBe(logged));
