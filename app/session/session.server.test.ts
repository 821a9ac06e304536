import { parseSetCookie } from "cookie";
import { UnsecuredJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findSession, requireSession, signInCookie, signOutCookie, visitor } from "./session.server";

const site = "http://localhost:3000";
/** The web application reads tokens and lets the API judge them, so an unsigned one is as good here. */
const token = (claims: { sub?: string; exp?: number } = { sub: "jana" }) => new UnsecuredJWT(claims).encode();

const request = (path: string, init: RequestInit & { cookie?: string } = {}) => {
  const { cookie, headers, ...rest } = init;
  return new Request(site + path, { ...rest, headers: { ...(cookie === undefined ? {} : { Cookie: cookie }), ...headers } });
};

/** The redirect that asking for a session throws. */
async function redirectOf(asked: Request): Promise<Response> {
  return requireSession(asked).then(
    () => expect.fail("there was a session"),
    (answer: unknown) => answer as Response,
  );
}
const wayBackOf = async (asked: Request) => (await redirectOf(asked)).headers.get("Location");

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("The cookie of a session", () => {
  it("is out of reach for scripts and other sites, and ends with its token", () => {
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

  it("ends with the browser when its token does not say when", () => {
    expect(parseSetCookie(signInCookie(token())).expires).toBeUndefined();
  });

  it("is taken away with the same attributes", () => {
    expect(parseSetCookie(signOutCookie())).toEqual({
      name: "authToken",
      value: "",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 0,
    });
  });

  it("is sent over https only where the site is", async () => {
    vi.stubEnv("PUBLIC_URL", "https://folda.example");
    vi.resetModules();
    const secure = await import("./session.server");
    expect(parseSetCookie(secure.signInCookie(token())).secure).toBe(true);
    expect(parseSetCookie(secure.signOutCookie()).secure).toBe(true);
  });
});

describe("Who is there", () => {
  it("is the one that the token names, in the language of the cookie", async () => {
    const session = await findSession(request("/stream", { cookie: `currentLocale=de; authToken=${token()}` }));
    expect([session?.userId, session?.locale]).toEqual(["jana", "de"]);
  });

  it.each([
    ["no cookie", undefined],
    ["an empty one", "authToken="],
    ["no token", "authToken=jana"],
    ["a token that is cut", `authToken=${token().slice(0, 12)}`],
    ["a token that is no JSON", "authToken=YWJj.YWJj.YWJj"],
    ["a token of nobody", `authToken=${token({})}`],
    ["a name of many", `authToken=${new UnsecuredJWT({ sub: ["a"] as unknown as string }).encode()}`],
    ["another cookie", `authtoken=${token()}`],
    ["percent signs that mean nothing", "authToken=%E0%A4%A"],
  ])("is nobody with %s", async (_, cookie) => {
    expect(await findSession(request("/stream", { cookie }))).toBeUndefined();
    expect((await redirectOf(request("/stream", { cookie }))).status).toBe(302);
  });

  it("does not matter to what is public", async () => {
    const { locale, upstream } = await visitor(request("/sign-in", { cookie: "authToken=x; currentLocale=fr" }));
    expect(locale).toBe("en");
    expect(upstream).toBeDefined();
  });
});

describe("The way to the sign-in page", () => {
  it.each([
    ["/stream", "/sign-in?to=%2Fstream"],
    ["/stream?page=2&layout=list", "/sign-in?to=%2Fstream%3Fpage%3D2%26layout%3Dlist"],
    ["/", "/sign-in"],
    ["//evil.example/x", "/sign-in"],
    ["/stream?to=https://evil.example", "/sign-in?to=%2Fstream%3Fto%3Dhttps%3A%2F%2Fevil.example"],
  ])("from %s is %s", async (path, location) => expect(await wayBackOf(request(path))).toBe(location));

  it.each([
    ["the page it stood on", `${site}/contents/1?show=all`, "/contents/1?show=all"],
    ["no page", undefined, null],
    ["no address", "nonsense", null],
    ["another site, of which only the path is taken", "https://evil.example//evil.example", null],
  ])("from a form takes the form along, and leads back to %s", async (_, referer, back) => {
    const headers: Record<string, string> = referer ? { Referer: referer } : {};
    const answer = await redirectOf(request("/contents/1/comments", { method: "POST", headers }));
    const { searchParams } = new URL(answer.headers.get("Location") ?? "", site);
    expect([answer.status, searchParams.get("form"), searchParams.get("to")]).toEqual([307, "/contents/1/comments", back]);
  });
});
