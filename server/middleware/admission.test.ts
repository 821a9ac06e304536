import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientOf } from "./admission";

const app = (trustedProxies: number) =>
  ({ config: { trustedProxies }, findMember: (token: string) => (token === "known" ? "Jana" : undefined) }) as unknown as Parameters<
    typeof clientOf
  >[1];
const request = (cookie: string | undefined) =>
  ({ headers: { cookie, "x-forwarded-for": "203.0.113.7" }, socket: { remoteAddress: "192.0.2.1" } }) as unknown as IncomingMessage;

test.each([
  [undefined, "visitors", "192.0.2.1"],
  ["currentLocale=de; authToken=", "visitors", "192.0.2.1"],
  ["notauthToken=known", "visitors", "192.0.2.1"],
  ["currentLocale=de; authToken=known; theme=dark", "members", "Jana"],
  ["authToken=invented", "visitors", "192.0.2.1"],
])("a client with the cookie %s waits with the %s as %s", (cookie, queue, source) => {
  expect(clientOf(request(cookie), app(0))).toEqual({ queue, source });
});

test("behind proxies a visitor is identified by the address that the proxies saw", () => {
  expect(clientOf(request(undefined), app(1))).toEqual({ queue: "visitors", source: "203.0.113.7" });
});
