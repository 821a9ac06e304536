import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createKey } from "../../app/session/webview-key.server";
import { webviewSecret } from "../support/e2e/product";
import { demoPassword } from "../support/serve-for-tests.js";
import { ask, linesAbout, logText, openWorkspace, post } from "../support/shared";
import { frameOrigins } from "../support/shared-product";

// The product as an embedding app meets it, with its log.

let workspace: Awaited<ReturnType<typeof openWorkspace>>;
beforeAll(async () => {
  workspace = await openWorkspace({ jana: "admin", lena: "editor", miriam: "editor" });
});

/** A webview's cookie jar. */
let jar: Map<string, string>;
beforeEach(() => {
  jar = new Map();
});

const cookies = () => [...jar].map((pair) => pair.join("=")).join("; ");

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await ask(path, { cookie: cookies(), headers });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0/.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  const html = await answer.text();
  const [, id, text] = /<h1 id="(\w+)">(.*?)<\/h1>/.exec(html) ?? [];
  return { status: answer.status, headers: answer.headers, html, id, text: text ?? "" };
}

function seal(token: string, key: string, secret = webviewSecret): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", key, secret, "", 32)), iv);
  return Buffer.concat([iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** A token of a new session, as the app's server gets one from the API. */
const tokenOf = async (person: string) => (await workspace.signIn(person)).replace("authToken=", "");
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
    const fields = { currentPassword: demoPassword, password, passwordConfirmation: password };
    const changed = await post("/settings/password", fields, { cookie: cookies() });
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
    expect((await ask("/stream", { cookie: `authToken=${token}` })).headers.get("Location")).toContain("/sign-in");
  });

  it("takes plain base64 too, slashes and all", async () => {
    for (const _ of Array.from({ length: 3 })) {
      const { text: key } = await open("/webview/init");
      const plain = Buffer.from(seal(await tokenOf("lena"), key), "base64url").toString("base64");
      expect((await open(authPath(plain))).text).toBe("auth true");
    }
  });

  it("is shown a key and no secret", async () => {
    const { html, headers } = await open("/webview/init");
    expect(html + JSON.stringify([...headers])).not.toContain(webviewSecret);
    expect(html).not.toContain("<script");
    expect(headers.getSetCookie().find((line) => line.startsWith("webviewKey="))).toMatch(/Path=\/webview; HttpOnly; SameSite=Lax$/);
    expect(headers.get("Cache-Control")).toContain("no-store");
  });

  it("has its secret made for it, unless one is configured, which nobody else on the machine reads", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "folda-webview-"));
    vi.stubEnv("DATA_DIR", dataDir);
    vi.resetModules();
    const { requireWebviewSecrets } = await import("../../app/session/webview-key.server");
    const file = join(dataDir, "webview-secret");
    expect(requireWebviewSecrets()).toEqual([readFileSync(file, "utf8").trim()]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true });
  });
});

describe("Nobody is signed in, and the log says why without the token,", () => {
  /** The log's reason for the newest response. */
  async function refused(sealed: string) {
    const answer = await open(authPath(sealed));
    expect(answer).toMatchObject({ status: 200, text: "auth false" });
    expect(jar.has("authToken")).toBe(false);
    const lines = () => linesAbout(answer.headers.get("X-Request-Id"));
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(2);
    expect(lines()).toContainEqual(expect.objectContaining({ path: expect.stringMatching(/^\/webview\/auth\/de(\/\[hidden\])+$/) }));
    if (sealed.length > 5) expect(logText()).not.toContain(sealed.slice(5));
    return lines().flatMap(({ reason }) => reason ?? [])[0];
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
      Array.from({ length: 20 }, async () => (await ask(authPath(sealed), { cookie: `webviewKey=${key}` })).text()),
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
    for (const wrong of [altered, seal(token, key, `${webviewSecret}!`), seal(token, createKey())]) {
      jar.set("webviewKey", key);
      expect(await refused(wrong)).toBe("altered or foreign");
    }
  });

  it("by a session of nobody's, of another server's, or one that is over", async () => {
    const over = await tokenOf("lena");
    await post("/sign-out", {}, { cookie: `authToken=${over}` });
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
    expect((await ask(path, { method: "HEAD", cookie: `webviewKey=${key}` })).headers.getSetCookie()).toEqual([]);
    const looks: Record<string, string>[] = [
      { "Sec-Purpose": "prefetch" },
      // The browser discards the response that a service worker prefetched.
      { "Service-Worker-Navigation-Preload": "true" },
      { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of looks) {
      for (const page of [path, "/webview/init"])
        expect((await ask(page, { cookie: `webviewKey=${key}; authToken=x`, headers })).headers.getSetCookie()).toEqual([]);
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
    expect(stream.headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${frameOrigins.join(" ")}`);
    expect(stream.headers.getSetCookie().every((line) => line.includes("Partitioned"))).toBe(true);
  });

  it("nobody else is shown, and their cookies stay as they are", async () => {
    const stream = await ask("/stream", { cookie: await workspace.signIn("lena") });
    expect(stream.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(stream.headers.getSetCookie().join()).not.toContain("Partitioned");
  });
});

it("Another language is no page", async () => {
  expect((await open("/webview/auth/fr/x")).status).toBe(404);
});
