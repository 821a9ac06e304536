import { expect, test } from "vitest";
import { hasLocale, keepLocaleOfMail, localeOf } from "./locale.server";

const request = (path: string, cookie?: string) => new Request(`http://x.test${path}`, cookie ? { headers: { Cookie: cookie } } : {});

test.each([
  ["/stream", undefined, "en"],
  ["/stream", "currentLocale=de", "de"],
  ["/password_resets/x?locale=de", undefined, "de"],
  ["/password_resets/x?locale=fr", undefined, "en"],
  ["/password_resets/x?locale=de", "currentLocale=en", "en"],
  ["/en/about?locale=de", undefined, "en"],
  ["/sign-in", "mailLocale=de", "de"],
  ["/sign-in", "mailLocale=de; currentLocale=en", "en"],
])("%s with the cookie %s is in the language %s", async (path, cookie, locale) => {
  expect(await localeOf(request(path, cookie))).toBe(locale);
});

test("the language of a mail's link does not override the account's", () => {
  expect(hasLocale(request("/sign-in", "mailLocale=de"))).toBe(false);
});

test("a browser without a saved choice keeps the language of the followed link", () => {
  expect(keepLocaleOfMail(request("/invitations/x?locale=de"))["Set-Cookie"]).toBe("mailLocale=de; Path=/; HttpOnly; SameSite=Lax");
  expect(keepLocaleOfMail(request("/subscriptions/x?locale=de"))).toEqual({});
  for (const none of [request("/invitations/x"), request("/x?locale=xx"), request("/x?locale=de", "currentLocale=en")])
    expect(keepLocaleOfMail(none)).toEqual({});
});
