import { parseSetCookie, serialize } from "cookie";
import { afterEach, describe, expect, it, vi } from "vitest";
import { showNotice, takeNotice } from "./notices.server";

const requestWith = (cookie?: string) =>
  new Request("http://localhost:3000/stream", { headers: cookie === undefined ? {} : { Cookie: cookie } });

/** What the browser sends back of a `Set-Cookie`. */
const sentBack = (line: string) => line.split(";")[0] ?? "";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("A notice", () => {
  it("is shown by the next page, once", () => {
    const { notice, headers } = takeNotice(requestWith(`a=b; ${sentBack(showNotice("success", "saved"))}`));
    expect(notice).toEqual({ type: "success", key: "saved", uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(parseSetCookie(headers["Set-Cookie"] ?? "")).toEqual({
      name: "notices",
      value: "",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 0,
    });
  });

  it("waits a minute for that page, out of reach for scripts and other sites", () => {
    expect(parseSetCookie(showNotice("warning", "articleCopied"))).toMatchObject({
      name: "notices",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 60,
    });
  });

  it("is another one each time, so that two of a kind are both shown", () => {
    expect(showNotice("success", "saved")).not.toBe(showNotice("success", "saved"));
  });

  it("goes over https only where the site does", async () => {
    vi.stubEnv("PUBLIC_URL", "https://folda.example");
    vi.resetModules();
    const secure = await import("./notices.server");
    expect(parseSetCookie(secure.showNotice("success", "saved")).secure).toBe(true);
  });

  it("is none without a cookie, and nothing is set then", () => {
    expect(takeNotice(requestWith())).toEqual({ headers: {} });
    expect(takeNotice(requestWith("notices="))).toEqual({ headers: {} });
  });
});

describe("A cookie that somebody changed shows nothing and is taken away", () => {
  const uuid = "5f0c2f0e-6f38-4d57-9d2b-1a5e5a1c9d10";
  it.each([
    ["no JSON", "saved"],
    ["half of it", '{"type":"success"'],
    ["a list", "[]"],
    ["null", "null"],
    ["another type", JSON.stringify({ type: "fatal", key: "saved", uuid })],
    ["a text of its own", JSON.stringify({ type: "error", key: "Call 0900-123", uuid })],
    ["a name that every object has", JSON.stringify({ type: "error", key: "constructor", uuid })],
    ["markup for an id", JSON.stringify({ type: "error", key: "saved", uuid: "<script>" })],
  ])("%s", (_, value) => {
    const { notice, headers } = takeNotice(requestWith(serialize("notices", value)));
    expect(notice).toBeUndefined();
    expect(headers["Set-Cookie"]).toContain("Max-Age=0");
  });

  it("more than the notice is left out", () => {
    const value = JSON.stringify({ type: "success", key: "saved", uuid, text: "Call 0900-123" });
    expect(takeNotice(requestWith(serialize("notices", value))).notice).toEqual({ type: "success", key: "saved", uuid });
  });
});
