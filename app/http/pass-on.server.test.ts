import { expect, it } from "vitest";
import { passOn } from "./pass-on.server";

const file = (headers: Record<string, string>, status = 200) =>
  passOn(new Response("<script>alert(1)</script>", { status, headers: { "Content-Type": "text/html", ...headers } }));

it("keeps the type of a file, and forbids scripts", () => {
  const { status, headers } = file({ "Content-Length": "25", ETag: '"1"', "Cache-Control": "private" }, 206);
  expect([status, Object.fromEntries(headers)]).toEqual([
    206,
    {
      "content-type": "text/html",
      "content-length": "25",
      etag: '"1"',
      "cache-control": "private",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  ]);
});

it("lets only the given origins frame a file", () => {
  const policy = passOn(new Response("x"), { frames: ["https://app.example", "capacitor://localhost"] }).headers.get(
    "Content-Security-Policy",
  );
  expect(policy).toContain("; frame-ancestors https://app.example capacitor://localhost; sandbox");
});

it("drops other headers of the API", () => {
  const { headers } = file({ "Set-Cookie": "a=b", "X-Request-Id": "12345678", Server: "upstream" });
  for (const name of ["Set-Cookie", "X-Request-Id", "Server"]) expect(headers.has(name), name).toBe(false);
});

it("sends no Content-Length for a decompressed file", () => {
  expect(file({ "Content-Length": "11", "Content-Encoding": "gzip" }).headers.has("Content-Length")).toBe(false);
});
