import { parseSetCookie, serialize } from "cookie";
import { afterEach, describe, expect, it, vi } from "vitest";
import { redirectWithFlash, takeFlash } from "./flash.server";

const requestWith = (cookie?: string) =>
  new Request("http://localhost:3000/stream", { headers: cookie === undefined ? {} : { Cookie: cookie } });

/** The `Set-Cookie` of a flash message. */
const flash = (...message: Parameters<typeof redirectWithFlash>) => redirectWithFlash(...message).headers.get("Set-Cookie") ?? "";

/** The cookie as the browser sends it back. */
const sentBack = (line: string) => line.split(";")[0] ?? "";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("A flash message", () => {
  it("is shown by the next page, once", () => {
    const { flash: message, headers } = takeFlash(requestWith(`a=b; ${sentBack(flash("/", "saved"))}`));
    expect(message).toEqual({ type: "success", key: "saved", uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(parseSetCookie(headers["Set-Cookie"] ?? "")).toEqual({
      name: "notices",
      value: "",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 0,
    });
  });

  it("can link to an article", () => {
    const { flash: message } = takeFlash(requestWith(sentBack(flash("/", "articleCopied", { name: "Netz", articleId: "17" }))));
    expect(message).toMatchObject({ name: "Netz", articleId: "17" });
  });

  it("is kept for a minute, inaccessible to scripts and other sites", () => {
    expect(parseSetCookie(flash("/", "articleCopied", { type: "warning" }))).toMatchObject({
      name: "notices",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 60,
    });
  });

  it("is unique, so that two of the same kind are both shown", () => {
    expect(flash("/", "saved")).not.toBe(flash("/", "saved"));
  });

  it("is sent over https only if the site is", async () => {
    vi.stubEnv("PUBLIC_URL", "https://folda.example");
    vi.resetModules();
    const secure = await import("./flash.server");
    const { headers } = secure.redirectWithFlash("/", "saved");
    expect(parseSetCookie(headers.get("Set-Cookie") ?? "").secure).toBe(true);
  });

  it("can be combined with other cookies and headers", () => {
    const { headers } = redirectWithFlash("/", "saved", { cookies: ["a=b"], headers: { "Clear-Site-Data": "*" } });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^notices=/), "a=b"]);
    expect(headers.get("Clear-Site-Data")).toBe("*");
  });

  it("is undefined without a cookie, and sets none", () => {
    expect(takeFlash(requestWith())).toEqual({ headers: {} });
    expect(takeFlash(requestWith("notices="))).toEqual({ headers: {} });
  });
});

describe("A manipulated cookie shows nothing and is removed", () => {
  const uuid = "5f0c2f0e-6f38-4d57-9d2b-1a5e5a1c9d10";
  it.each([
    ["text that is not JSON", "saved"],
    ["truncated JSON", '{"type":"success"'],
    ["a list", "[]"],
    ["null", "null"],
    ["an unknown type", JSON.stringify({ type: "fatal", key: "saved", uuid })],
    ["a text instead of a key", JSON.stringify({ type: "error", key: "Call 0900-123", uuid })],
    ["a property of every object", JSON.stringify({ type: "error", key: "constructor", uuid })],
    ["markup instead of an id", JSON.stringify({ type: "error", key: "saved", uuid: "<script>" })],
  ])("%s", (_, value) => {
    const { flash, headers } = takeFlash(requestWith(serialize("notices", value)));
    expect(flash).toBeUndefined();
    expect(headers["Set-Cookie"]).toContain("Max-Age=0");
  });

  it("ignores other properties in the cookie", () => {
    const value = JSON.stringify({ type: "success", key: "saved", uuid, text: "Call 0900-123" });
    expect(takeFlash(requestWith(serialize("notices", value))).flash).toEqual({ type: "success", key: "saved", uuid });
  });
});
