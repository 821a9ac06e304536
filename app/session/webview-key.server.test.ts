import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKey, digestOf, openToken } from "./webview-key.server";

const secret = "for tests only, and long enough to be one";
const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5hIn0.c2lnbmF0dXJl";

function seal(text: string, key: string, sharedSecret = secret): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", key, sharedSecret, "", 32)), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

describe("A token that an app has encrypted", () => {
  const key = createKey();
  const sealed = seal(token, key);

  it("is decrypted with its key, in either base64 alphabet", () => {
    for (const alphabet of ["base64url", "base64"] as const) expect(openToken(key, sealed.toString(alphabet), [secret])).toEqual({ token });
  });

  it("is decrypted if it was encrypted with any of the secrets", () => {
    const other = "another one for tests, which is newer";
    for (const secrets of [[secret], [other, secret], [secret, other]] as const)
      expect(openToken(key, sealed.toString("base64url"), secrets)).toEqual({ token });
    expect(openToken(key, sealed.toString("base64url"), [other, `${secret}!`])).toEqual({ refusal: "altered or foreign" });
  });

  it("is decrypted for ten minutes, however long the browser keeps the cookie", () => {
    const made = Date.now();
    const of = createKey(made);
    const open = (now: number, other = of) => openToken(other, seal(token, of).toString("base64url"), [secret], now);
    expect(open(made + 600_000)).toEqual({ token });
    expect(open(made + 600_001)).toEqual({ refusal: "expired" });
    expect(open(made - 1)).toEqual({ refusal: "expired" });
    // A key with a different time is a different key.
    const younger = Buffer.from(of, "base64url");
    younger.writeUIntBE(made + 600_000, 0, 6);
    expect(open(made + 700_000, younger.toString("base64url"))).toEqual({ refusal: "altered or foreign" });
  });

  it("is not decrypted without a valid key", () => {
    for (const none of [undefined, "", "x", key.slice(1), `${key}AAAA`])
      expect(openToken(none, sealed.toString("base64url"), [secret])).toEqual({ refusal: "no key" });
  });

  it("is not decrypted if any single bit is changed", () => {
    for (let at = 0; at < sealed.byteLength; at++) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(openToken(key, altered.toString("base64url"), [secret]), `byte ${at}`).toEqual({ refusal: "altered or foreign" });
    }
  });

  it.each([
    ["another key", seal(token, createKey())],
    ["another secret", seal(token, key, `${secret}!`)],
    ["a part of it cut off", sealed.subarray(0, -1)],
    ["more behind it", Buffer.concat([sealed, Buffer.alloc(1)])],
  ])("is not opened with %s", (_, other) =>
    expect(openToken(key, other.toString("base64url"), [secret])).toEqual({ refusal: "altered or foreign" }),
  );

  it.each(["", "true", "ÄÖÜ", "<script>", "a".repeat(37), `${token}`, " ", "=".repeat(80)])("is rejected if it is %j", (text) =>
    expect(openToken(key, text, [secret])).toEqual({ refusal: "no token" }),
  );
});

describe("A key", () => {
  it("is unique, and stored only as its digest", () => {
    const keys = Array.from({ length: 100 }, () => createKey());
    expect(new Set(keys).size).toBe(100);
    expect(keys.every((key) => /^[\w-]{51}$/.test(key))).toBe(true);
    expect(digestOf(keys[0] ?? "")).toMatch(/^[\w-]{43}$/);
  });
});
