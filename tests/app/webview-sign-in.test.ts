import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../app/session/webview-key.server";
import { demoPassword } from "../support/serve-for-tests.js";
import { type ServedProduct, startProduct } from "../support/served-product";
import { freshDatabase } from "../support/template";

// The product as an embedding app meets it, with its log.

let dataDir: string;
let product: ServedProduct;
let secret: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-webview-"));
  await freshDatabase("embedded", dataDir);
  const environment = { DEMO: "0", WEBVIEW_FRAME_ORIGINS: "https://app.example,capacitor://localhost" };
  product = await startProduct({ dataDir, environment });
  await product.ask("/webview/init");
  secret = readFileSync(join(dataDir, "webview-secret"), "utf8").trim();
});
afterAll(async () => {
  await product.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

/** A webview's cookies, as it keeps them. */
let jar: Map<string, string>;
beforeEach(() => {
  jar = new Map();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await product.ask(path, { cookie: [...jar].map((pair) => pair.join("=")).join("; "), headers });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0/.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  const html = await answer.text();
  const [, id, text] = /<h1 id="(\w+)">(.*?)<\/h1>/.exec(html) ?? [];
  return { status: answer.status, headers: answer.headers, html, id, text: text ?? "" };
}

function seal(token: string, key: string, sharedSecret = secret): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", key, sharedSecret, "", 32)), iv);
  return Buffer.concat([iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** A token of a new session, as the app's server gets one from the API. */
const tokenOf = async (person: string) => (await product.signIn(person)).replace("authToken=", "");
const authPath = (sealed: string, locale = "de") => `/webview/auth/${locale}/${sealed}`;

describe("An embedding app", () => {
  it("signs Lena in with a key that it was shown, in the language that it names", async () => {
    const init = await open("/webview/init");
    expect(init).toMatchObject({ status: 200, id: "key", text: expect.stringMatching(/^[\w-]{51}$/) });
    expect(jar.get("webviewKey")).toBe(init.text);
    const auth = await open(authPath(seal(await tokenOf("lena"), init.text)));
    expect(auth).toMatchObject({ status: 200, id: "auth", text: "auth true" });
    expect(auth.headers.get("Content-Language")).toBe("de");
    expect(jar.has("webviewKey")).toBe(false);
    const stream = await open("/stream");
    expect(stream.status).toBe(200);
    expect(stream.html).toContain('<html lang="de"');
    expect(/<header class="nav"|<footer class="footer"|class="skip"/.test(stream.html)).toBe(false);
    expect(jar.get("currentLocale")).toBe("de");
  });

  it("keeps its token when its person takes another password there", async () => {
    const token = await tokenOf("miriam");
    const { text: key } = await open("/webview/init");
    await open(authPath(seal(token, key)));
    const password = "Weichenwärter-und-Stellwerk-9";
    const body = new URLSearchParams({ currentPassword: demoPassword, password, passwordConfirmation: password });
    const changed = await product.ask("/settings/password", {
      method: "POST",
      body,
      cookie: [...jar].map((pair) => pair.join("=")).join("; "),
    });
    expect([changed.status, changed.headers.getSetCookie().join()]).toEqual([302, expect.not.stringContaining("authToken")]);
    expect((await open("/stream")).status).toBe(200);
    const { text: next } = await open("/webview/init");
    expect((await open(authPath(seal(token, next)))).text).toBe("auth true");
  });

  it("begins by signing out whoever was there; a session that it began goes on, for as long as its cookie says whose it is", async () => {
    const token = await tokenOf("lena");
    const { text: first } = await open("/webview/init");
    const { headers } = await open(authPath(seal(token, first)));
    const expiry = (name: string) => headers.getSetCookie().flatMap((line) => (line.startsWith(name) ? /Expires=[^;]+/.exec(line) : []));
    expect(expiry("webview=")).toEqual(expiry("authToken="));
    expect(expiry("webview=")).toHaveLength(1);
    const { text: key } = await open("/webview/init");
    expect((await open("/stream")).status).toBe(302);
    expect((await open(authPath(seal(token, key), "en"))).text).toBe("auth true");
    expect((await open("/stream")).html).toContain('<html lang="en"');
  });

  it("begins by ending the session of who signed in there by hand", async () => {
    const token = await tokenOf("lena");
    jar.set("authToken", token);
    await open("/webview/init");
    expect(jar.has("authToken")).toBe(false);
    expect((await product.ask("/stream", { cookie: `authToken=${token}` })).headers.get("Location")).toContain("/sign-in");
  });

  it("takes plain base64 too, slashes and all", async () => {
    for (const _ of Array.from({ length: 3 })) {
      const { text: key } = await open("/webview/init");
      const plain = Buffer.from(seal(await tokenOf("lena"), key), "base64url").toString("base64");
      expect((await open(authPath(plain))).text).toBe("auth true");
    }
  });

  it("has its secret made for it, which nobody else on the machine reads and no page tells", async () => {
    expect(statSync(join(dataDir, "webview-secret")).mode & 0o777).toBe(0o600);
    const { html, headers } = await open("/webview/init");
    expect(html + JSON.stringify([...headers])).not.toContain(secret);
    expect(html).not.toContain("<script");
    expect(headers.getSetCookie().find((line) => line.startsWith("webviewKey="))).toMatch(/Path=\/webview; HttpOnly; SameSite=Lax$/);
    expect(headers.get("Cache-Control")).toContain("no-store");
  });
});

describe("Nobody is signed in, and the log says why without the token,", () => {
  /** What the log says of the newest answer. */
  async function refused(sealed: string) {
    const before = product.lines.length;
    const answer = await open(authPath(sealed));
    expect(answer).toMatchObject({ status: 200, text: "auth false" });
    expect(jar.has("authToken")).toBe(false);
    const id = answer.headers.get("X-Request-Id");
    const said = () => product.lines.slice(before).filter((line) => line.includes(`"requestId":"${id}"`));
    await expect.poll(() => said().length, { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
    if (sealed.length > 5) expect(product.lines.join("\n")).not.toContain(sealed.slice(5));
    expect(product.lines.join("\n")).toContain("/webview/auth/de/[hidden]");
    return said().flatMap((line) => JSON.parse(line).reason ?? [])[0];
  }

  it("by a token that is used again, even where the cookie is put back", async () => {
    const { text: key } = await open("/webview/init");
    const sealed = seal(await tokenOf("lena"), key);
    expect((await open(authPath(sealed))).text).toBe("auth true");
    jar.delete("authToken");
    expect(await refused(sealed)).toBe("no key");
    jar.set("webviewKey", key);
    expect(await refused(sealed)).toBe("used");
    jar.set("webviewKey", key);
    expect(await refused(seal(await tokenOf("jana"), key))).toBe("used");
  });

  it("by one that comes twenty times at once, but once", async () => {
    const { text: key } = await open("/webview/init");
    const sealed = seal(await tokenOf("lena"), key);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await product.ask(authPath(sealed), { cookie: `webviewKey=${key}` })).text()),
    );
    expect(answers.filter((html) => html.includes("auth true"))).toHaveLength(1);
  });

  it("by one that is too old", async () => {
    const key = createKey(Date.now() - 601_000);
    jar.set("webviewKey", key);
    expect(await refused(seal(await tokenOf("lena"), key))).toBe("expired");
  });

  it("by one that was altered, sealed with another secret, or for another webview", async () => {
    const { text: key } = await open("/webview/init");
    const token = await tokenOf("lena");
    const sealed = seal(token, key);
    const altered = `${sealed.slice(0, 40)}${sealed[40] === "A" ? "B" : "A"}${sealed.slice(41)}`;
    for (const wrong of [altered, seal(token, key, `${secret}!`), seal(token, createKey())]) {
      jar.set("webviewKey", key);
      expect(await refused(wrong)).toBe("altered or foreign");
    }
  });

  it("by a session of nobody's, of another server's, or one that is over", async () => {
    const over = await tokenOf("lena");
    await product.ask("/sign-out", { method: "POST", cookie: `authToken=${over}`, body: new URLSearchParams() });
    const foreign = `${over.split(".").slice(0, 2).join(".")}.${Buffer.alloc(32).toString("base64url")}`;
    for (const token of [over, foreign, "nobody", "", "a.b.c"]) {
      const { text: key } = await open("/webview/init");
      expect(await refused(seal(token, key)), token).toBe(token === "" ? "no token" : "no session");
    }
  });

  it.each(["true", "undefined", "%00", "%F0%9F%9A%82", "<b>", "x".repeat(4000), "..%2f..", "a/b/c"])("by %j", async (sealed) => {
    await open("/webview/init");
    expect(["no token", "altered or foreign"]).toContain(await refused(sealed));
  });

  it("by what only looks", async () => {
    const { text: key } = await open("/webview/init");
    const path = authPath(seal(await tokenOf("lena"), key));
    expect((await product.ask(path, { method: "HEAD", cookie: `webviewKey=${key}` })).headers.getSetCookie()).toEqual([]);
    const looks: Record<string, string>[] = [
      { "Sec-Purpose": "prefetch" },
      // A service worker had it loaded beside itself, and the browser throws that answer away.
      { "Service-Worker-Navigation-Preload": "true" },
      { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of looks) {
      for (const page of [path, "/webview/init"])
        expect((await product.ask(page, { cookie: `webviewKey=${key}; authToken=x`, headers })).headers.getSetCookie()).toEqual([]);
    }
    expect((await open(path)).text).toBe("auth true");
  });
});

describe("In a frame", () => {
  const framed = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" };

  it("of a page that is configured, cookies are kept apart for it, and only it may frame the session", async () => {
    const { text: key, headers } = await open("/webview/init", framed);
    expect(headers.getSetCookie().every((line) => / SameSite=None; Secure; Partitioned$/.test(line) && !/Lax/.test(line))).toBe(true);
    const auth = await open(authPath(seal(await tokenOf("lena"), key)), framed);
    expect(auth.text).toBe("auth true");
    expect(jar.get("webview")).toBe("frame");
    const stream = await open("/stream");
    expect(stream.headers.get("Content-Security-Policy")).toContain("frame-ancestors https://app.example capacitor://localhost");
    expect(stream.headers.getSetCookie().every((line) => line.includes("Partitioned"))).toBe(true);
  });

  it("nobody else is shown, and their cookies stay as they are", async () => {
    const stream = await product.ask("/stream", { cookie: await product.signIn("lena") });
    expect(stream.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(stream.headers.getSetCookie().join()).not.toContain("Partitioned");
  });
});

it("Another language is no page", async () => {
  expect((await open("/webview/auth/fr/x")).status).toBe(404);
});
