import { parseSetCookie } from "cookie";
import { UnsecuredJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findSession, requireSession, signInCookie, signOutCookie, visitor } from "./session.server";

const site = "http://localhost:3000";
/** The web application does not verify tokens, so an unsigned one will do. */
const token = (claims: { sub?: string; exp?: number } = { sub: "jana" }) => new UnsecuredJWT(claims).encode();

const request = (path: string, init: RequestInit & { cookie?: string } = {}) => {
  const { cookie, headers, ...rest } = init;
  return new Request(site + path, { ...rest, headers: { ...(cookie === undefined ? {} : { Cookie: cookie }), ...headers } });
};

async function redirectOf(asked: Request): Promise<Response> {
  return requireSession(asked).then(
    () => expect.fail("there was a session"),
    (answer: unknown) => answer as Response,
  );
}
const redirectToOf = async (asked: Request) => (await redirectOf(asked)).headers.get("Location");

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("The cookie of a session", () => {
  it("is inaccessible to scripts and other sites, and expires with its token", () => {
    const exp = Math.floor(Date.UTC(2030, 0, 1) / 1000);
    expect(parseSetCookie(signInCookie(token({ sub: "jana", exp })))).toEqual({
      name: "authToken",
      value: token({ sub: "jana", exp }),
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      expires: new Date(exp * 1000),
    });
  });

  it("lasts as long as the browser if its token has no expiry", () => {
    expect(parseSetCookie(signInCookie(token())).expires).toBeUndefined();
  });

  it("is removed with the same attributes", () => {
    expect(parseSetCookie(signOutCookie())).toEqual({
      name: "authToken",
      value: "",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 0,
    });
  });

  it("is sent over https only if the site is", async () => {
    vi.stubEnv("PUBLIC_URL", "https://folda.example");
    vi.resetModules();
    const secure = await import("./session.server");
    expect(parseSetCookie(secure.signInCookie(token())).secure).toBe(true);
    expect(parseSetCookie(secure.signOutCookie()).secure).toBe(true);
  });
});

describe("The signed-in user", () => {
  it("is the subject of the token, with the language of the cookie", async () => {
    const session = await findSession(request("/stream", { cookie: `currentLocale=de; authToken=${token()}` }));
    expect([session?.userId, session?.locale]).toEqual(["jana", "de"]);
  });

  it.each([
    ["no cookie", undefined],
    ["an empty cookie", "authToken="],
    ["no token", "authToken=jana"],
    ["a truncated token", `authToken=${token().slice(0, 12)}`],
    ["a token that is not JSON", "authToken=YWJj.YWJj.YWJj"],
    ["a token without a subject", `authToken=${token({})}`],
    ["a token with several subjects", `authToken=${new UnsecuredJWT({ sub: ["a"] as unknown as string }).encode()}`],
    ["a different cookie", `authtoken=${token()}`],
    ["invalid percent-encoding", "authToken=%E0%A4%A"],
  ])("is undefined with %s", async (_, cookie) => {
    expect(await findSession(request("/stream", { cookie }))).toBeUndefined();
    expect((await redirectOf(request("/stream", { cookie }))).status).toBe(302);
  });

  it("is not required by public pages", async () => {
    const { locale, upstream } = await visitor(request("/sign-in", { cookie: "authToken=x; currentLocale=fr" }));
    expect(locale).toBe("en");
    expect(upstream).toBeDefined();
  });
});

describe("The redirect to the sign-in page", () => {
  it.each([
    ["/stream", "/sign-in?to=%2Fstream"],
    ["/stream?page=2&layout=list", "/sign-in?to=%2Fstream%3Fpage%3D2%26layout%3Dlist"],
    ["/", "/sign-in"],
    ["//evil.example/x", "/sign-in"],
    ["/stream?to=https://evil.example", "/sign-in?to=%2Fstream%3Fto%3Dhttps%3A%2F%2Fevil.example"],
  ])("from %s is %s", async (path, location) => expect(await redirectToOf(request(path))).toBe(location));

  it.each([
    ["the page the form was on", `${site}/contents/1?show=all`, "/contents/1?show=all"],
    ["no page", undefined, null],
    ["an invalid URL", "nonsense", null],
    ["the path only, if it is on another site", "https://evil.example//evil.example", null],
  ])("from a form reposts the form, and returns to %s", async (_, referer, back) => {
    const headers: Record<string, string> = referer ? { Referer: referer } : {};
    const answer = await redirectOf(request("/contents/1/comments", { method: "POST", headers }));
    const { searchParams } = new URL(answer.headers.get("Location") ?? "", site);
    expect([answer.status, searchParams.get("form"), searchParams.get("to")]).toEqual([307, "/contents/1/comments", back]);
  });
});
