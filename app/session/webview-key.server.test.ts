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

describe("A token that an app has sealed", () => {
  const key = createKey();
  const sealed = seal(token, key);

  it("is opened with the key it was sealed for, in either alphabet", () => {
    for (const alphabet of ["base64url", "base64"] as const) expect(openToken(key, sealed.toString(alphabet), secret)).toEqual({ token });
  });

  it("is opened for ten minutes, whatever else the browser says of its cookie", () => {
    const made = Date.now();
    const of = createKey(made);
    const open = (now: number, other = of) => openToken(other, seal(token, of).toString("base64url"), secret, now);
    expect(open(made + 600_000)).toEqual({ token });
    expect(open(made + 600_001)).toEqual({ refusal: "expired" });
    expect(open(made - 1)).toEqual({ refusal: "expired" });
    // The same key with another time in it is another key.
    const younger = Buffer.from(of, "base64url");
    younger.writeUIntBE(made + 600_000, 0, 6);
    expect(open(made + 700_000, younger.toString("base64url"))).toEqual({ refusal: "altered or foreign" });
  });

  it("is not opened without a key, or with what is none", () => {
    for (const none of [undefined, "", "x", key.slice(1), `${key}AAAA`])
      expect(openToken(none, sealed.toString("base64url"), secret)).toEqual({ refusal: "no key" });
  });

  it("is not opened when a single bit of it is another one, wherever", () => {
    for (let at = 0; at < sealed.byteLength; at++) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(openToken(key, altered.toString("base64url"), secret), `byte ${at}`).toEqual({ refusal: "altered or foreign" });
    }
  });

  it.each([
    ["another key", seal(token, createKey())],
    ["another secret", seal(token, key, `${secret}!`)],
    ["a part of it cut off", sealed.subarray(0, -1)],
    ["more behind it", Buffer.concat([sealed, Buffer.alloc(1)])],
  ])("is not opened with %s", (_, other) =>
    expect(openToken(key, other.toString("base64url"), secret)).toEqual({ refusal: "altered or foreign" }),
  );

  it.each(["", "true", "ÄÖÜ", "<script>", "a".repeat(37), `${token}`, " ", "=".repeat(80)])("is none when it is %j", (text) =>
    expect(openToken(key, text, secret)).toEqual({ refusal: "no token" }),
  );
});

describe("A key", () => {
  it("is never the same, and known afterwards only by its digest", () => {
    const keys = Array.from({ length: 100 }, () => createKey());
    expect(new Set(keys).size).toBe(100);
    expect(keys.every((key) => /^[\w-]{51}$/.test(key))).toBe(true);
    expect(digestOf(keys[0] ?? "")).toMatch(/^[\w-]{43}$/);
  });
});
