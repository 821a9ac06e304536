import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createRawServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import * as zlib from "node:zlib";
import { CookieJar } from "tough-cookie";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { closingCases, isPossible, openClosingServer } from "../../tests/support/closing-server";
import { downloadGuarded, fetchGuarded, type GuardedFetchOptions, type Lookup } from "./fetch-guarded";
import { type LocalWeb, serveLocally } from "./local-web.test-server";
import { OutboundError } from "./outbound-error";

const open: LocalWeb[] = [];

async function serve(listener: Parameters<typeof serveLocally>[0]): Promise<LocalWeb> {
  const web = await serveLocally(listener);
  open.push(web);
  return web;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

const noNames: Lookup = async (hostname) => {
  throw Object.assign(new Error(`asked for ${hostname}`), { code: "ENOTFOUND" });
};

function fetchWith(url: string, options: Partial<GuardedFetchOptions> = {}) {
  return fetchGuarded(url, {
    allowHosts: [],
    timeoutMs: 300_000,
    maxBytes: 100_000,
    maxRedirects: 3,
    accept: ["text/html"],
    lookup: noNames,
    ...options,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  const failure = await promise.then(
    () => new Error("it was fetched"),
    (error: unknown) => error,
  );
  if (failure instanceof OutboundError) return failure;
  throw failure;
}

const html = (body = "<p>Hallo</p>") => ({ body, headers: { "content-type": "text/html; charset=utf-8" } });

const forbidden = [
  // Loopback in every spelling
  ..."http://127.0.0.1/ http://127.0.0.1./ http://127.1/ http://127.0.1/ http://2130706433/ http://017700000001/".split(" "),
  ..."http://0177.0.0.1/ http://0177.0.0.01/ http://0x7f000001/ http://0x7f.0.0.1/ http://0X7F.1/ http://127.255.255.254/".split(" "),
  ..."http://127.000.000.001/ http://0/ http://0.0.0.0/ http://0x0/ http://１２７.０.０.１/ http://①②⑦.0.0.1/ http://127。0。0。1/".split(
    " ",
  ),
  ..."http://%31%32%37.0.0.1/ http://127.0.0.1:8080/ http:127.0.0.1/ http:\\\\127.0.0.1\\ http:///127.0.0.1/".split(" "),
  ..."\thttp://127.0.0.1/ http://127.0.\n0.1/".split(" "),
  // Local names
  ..."http://localhost/ http://LOCALHOST/ http://localhost./ http://localhost../ http://ｌｏｃａｌｈｏｓｔ/ http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/".split(" "),
  ..."http://loc%61lhost/ http://app.localhost/ http://localhost.localdomain/ http://printer.local/".split(" "),
  ..."http://metadata.google.internal/computeMetadata/v1/ http://metadata.google.internal./".split(" "),
  // Private, shared, link local, metadata
  ..."http://10.0.0.1/ http://012.0.0.1/ http://0xa000001/ http://172.16.0.1/ http://172.31.255.255/ http://192.168.1.1/".split(" "),
  ..."http://3232235777/ http://192.168.257/ http://169.254.169.254/latest/meta-data/ http://2852039166/".split(" "),
  ..."http://0xA9FEA9FE/ http://0251.0376.0251.0376/ http://100.64.0.1/ http://100.100.100.200/ http://168.63.129.16/".split(" "),
  ..."http://192.0.0.192/ http://192.0.2.1/ http://198.18.0.1/ http://198.51.100.1/ http://203.0.113.9/ http://224.0.0.1/".split(" "),
  ..."http://240.0.0.1/ http://255.255.255.255/ http://192.88.99.1/".split(" "),
  // IPv6
  ..."http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[::]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/".split(" "),
  ..."http://[::FFFF:10.0.0.1]/ http://[::127.0.0.1]/ http://[::ffff:0:127.0.0.1]/ http://[64:ff9b::127.0.0.1]/".split(" "),
  ..."http://[64:ff9b:1::10.0.0.1]/ http://[2002:7f00:1::]/ http://[2001::1]/ http://[2001:db8::1]/ http://[3fff::1]/".split(" "),
  ..."http://[fc00::1]/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/".split(" "),
  ..."http://[fec0::1]/ http://[ff02::1]/ http://[100::1]/ http://[5f00::1]/ http://[4000::1]/".split(" "),
  "http://[2a00:1450:4001::5efe:7f00:1]/",
  // Credentials
  ..."http://anna@zeitung.example/ http://anna:geheim@zeitung.example/ http://:x@zeitung.example/".split(" "),
  ..."http://zeitung.example@127.0.0.1/ http://zeitung.example%00@127.0.0.1/ http://zeitung.example:80@127.0.0.1/".split(" "),
  // Other schemes
  ..."ftp://zeitung.example/ file:///etc/passwd gopher://zeitung.example/ data:text/html,x javascript:alert(1)".split(" "),
  ..."ws://zeitung.example/ blob:http://zeitung.example/x about:blank view-source:http://zeitung.example/".split(" "),
  ..."unix:/var/run/docker.sock dict://zeitung.example:11211/".split(" "),
  // Odd ports
  ..."http://zeitung.example:22/ http://zeitung.example:25/ http://zeitung.example:3000/ http://zeitung.example:5432/".split(" "),
  ..."http://zeitung.example:6379/ http://zeitung.example:9200/ https://zeitung.example:444/ http://zeitung.example:0/".split(" "),
  // Not an address
  "",
  ..."zeitung.example //zeitung.example/ http:// http://1.2.3.4.5/ http://256.1.1.1/ http://zeitung.example:99999/".split(" "),
  "http://zei tung.example/",
  "http://[::1",
  "http://[::g]/",
];

describe("a refused address", () => {
  it.each(forbidden)("%s", async (url) => {
    expect((await failureOf(fetchWith(url))).code).toBe("address_forbidden");
  });

  // In a `Location` these are absolute addresses; the others would be paths on the redirecting server.
  const redirects = forbidden.filter((url) => /^[a-z-]+:[\x21-\x7e]+$/i.test(url) && url !== "http:127.0.0.1/");

  it.each(redirects)("behind a redirect: %s", async (location) => {
    const web = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect((await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).code).toBe("address_forbidden");
    expect(web.requests).toHaveLength(1);
  });
});

describe("a name", () => {
  const answering =
    (...addresses: string[]): Lookup =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

  it.each([
    [["127.0.0.1"]],
    [["10.1.2.3"]],
    [["169.254.169.254"]],
    [["::1"]],
    [["fe80::1%eth0"]],
    [["::ffff:127.0.0.1"]],
    [["64:ff9b::7f00:1"]],
    [["0.0.0.0"]],
    [["8.8.8.8", "127.0.0.1"]],
    [["127.0.0.1", "8.8.8.8"]],
    [["2a00:1450:4001::1", "fd00::1"]],
    [["8.8.8.8", "2a00:1450:4001::1", "192.168.0.1"]],
    [["no address"]],
  ])("is refused when it answers %j", async (addresses) => {
    const failure = await failureOf(fetchWith("http://zeitung.example/", { lookup: answering(...addresses) }));
    expect(failure).toMatchObject({ code: "address_forbidden", data: { reason: "address" } });
  });

  it.each(["http://127.0.0.1.zeitung.example/", "https://zeitung.example:8443/", "http://zeitung.example:8080/"])(
    "is asked for and checked: %s",
    async (url) => {
      expect((await failureOf(fetchWith(url, { lookup: answering("127.0.0.1") }))).data).toMatchObject({ reason: "address" });
    },
  );

  it("is resolved once per request, and the connection goes to the checked address", async () => {
    const web = await serve((_request, response) => response.writeHead(200, html().headers).end("da"));
    const asked: string[] = [];
    const rebinding: Lookup = async (hostname) => {
      asked.push(hostname);
      // A second lookup would return an address where nothing listens.
      return [{ address: asked.length === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    };
    const { body } = await fetchWith(`http://zeitung.example:${web.port}/`, { allowHosts: ["zeitung.example"], lookup: rebinding });
    expect(Buffer.from(body).toString()).toBe("da");
    expect(asked).toEqual(["zeitung.example"]);
  });

  it("is checked again if a redirect resolves it differently", async () => {
    const web = await serve((_request, response) => response.writeHead(302, { location: "http://rebind.example/" }).end());
    const failure = await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host], lookup: answering("127.0.0.1") }));
    expect(failure.data).toMatchObject({ reason: "address", host: "rebind.example" });
    expect(web.requests).toHaveLength(1);
  });

  it("that does not exist is unreachable", async () => {
    expect(await failureOf(fetchWith("http://zeitung.example/"))).toMatchObject({ code: "unreachable", data: { reason: "ENOTFOUND" } });
    expect((await failureOf(fetchWith("http://zeitung.example/", { lookup: answering() }))).code).toBe("unreachable");
  });

  it("that is never resolved times out", async () => {
    const failure = await failureOf(fetchWith("http://zeitung.example/", { lookup: () => new Promise(() => {}), timeoutMs: 100 }));
    expect(failure.code).toBe("timeout");
  });
});

describe("allowed hosts", () => {
  it("allow only the host as it is written", async () => {
    const web = await serve((_request, response) => response.writeHead(200, html().headers).end("da"));
    await expect(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({ status: 200 });
    await expect(fetchWith(`http://${web.host}/`, { allowHosts: ["127.0.0.1"] })).resolves.toMatchObject({ status: 200 });
    for (const allowHosts of [["localhost"], ["127.0.0.1:1"], ["127.0.0"], ["0.0.1"], [""], ["*"], [`zeitung.example:${web.port}`]]) {
      expect((await failureOf(fetchWith(`http://${web.host}/`, { allowHosts }))).code).toBe("address_forbidden");
    }
    expect((await failureOf(fetchWith(`http://localhost:${web.port}/`, { allowHosts: [web.host] }))).code).toBe("address_forbidden");
  });

  it("still refuse credentials and other schemes", async () => {
    expect((await failureOf(fetchWith("http://anna@localhost/", { allowHosts: ["localhost"] }))).data.reason).toBe("credentials");
    expect((await failureOf(fetchWith("ftp://localhost/", { allowHosts: ["localhost"] }))).data.reason).toBe("scheme");
  });
});

describe("a request", () => {
  it("names the import, sends no cookie and closes its connection", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/alt") return response.writeHead(301, { location: "/neu#oben", "set-cookie": "a=b" }).end("weg");
      return response.writeHead(200, { ...html().headers, "set-cookie": "c=d" }).end("da");
    });
    const answer = await fetchWith(`http://${web.host}/alt#unten`, { allowHosts: [web.host] });
    expect(answer).toMatchObject({ url: `http://${web.host}/neu`, status: 200, contentType: "text/html; charset=utf-8" });
    expect(answer.headers).not.toHaveProperty("set-cookie");
    for (const { headers } of web.requests) {
      expect(headers).toMatchObject({ "user-agent": "FoldaImport/1.0", connection: "close", accept: "text/html" });
      expect(headers).not.toHaveProperty("cookie");
      expect(headers).not.toHaveProperty("referer");
    }
    expect(new Set(web.requests.map((request) => request.socket)).size).toBe(2);
  });

  it.each([
    ["gzip", zlib.gzipSync],
    ["x-gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["deflate", zlib.deflateRawSync],
    ["br", zlib.brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
    ["gzip, br", (text: string) => zlib.brotliCompressSync(zlib.gzipSync(text))],
  ])("reads %s", async (encoding, encode) => {
    const web = await serve((_request, response) =>
      response.writeHead(200, { ...html().headers, "content-encoding": encoding }).end(encode("Grüße")),
    );
    const { body } = await fetchWith(`http://${web.host}/`, { allowHosts: [web.host] });
    expect(Buffer.from(body).toString()).toBe("Grüße");
  });

  it("reads plain text that is declared as gzip", async () => {
    const web = await serve((_request, response) =>
      response.writeHead(200, { ...html().headers, "content-encoding": "gzip" }).end("Grüße"),
    );
    const { body } = await fetchWith(`http://${web.host}/`, { allowHosts: [web.host] });
    expect(Buffer.from(body).toString()).toBe("Grüße");
  });

  it.each([
    ["text", null],
    ["*/*", null],
    ["text/html, */*", "text/html"],
    ["text/plain, text/html", "text/html"],
    ["text/html; charset=utf-8, text/html", "text/html; charset=utf-8"],
  ])("reads the content type %s as %s", async (sent, contentType) => {
    const web = await serve((_request, response) => response.writeHead(200, { "content-type": sent }).end("da"));
    await expect(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({ contentType });
  });

  it("uses the last of two content types", async () => {
    const web = await serve((_request, response) =>
      response.writeHead(200, ["content-type", "text/plain", "content-type", "text/html"]).end("da"),
    );
    await expect(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({ contentType: "text/html" });
  });

  it.each([
    ["compress", "unsupported_type"],
    ["gzip, gzip, gzip", "unsupported_type"],
    ["gzip", "unreachable"],
  ])("refuses a body in %s that it cannot decode: %s", async (encoding, code) => {
    const web = await serve((_request, response) =>
      response.writeHead(200, { ...html().headers, "content-encoding": encoding }).end("\x1f\x8bkein Archiv"),
    );
    expect((await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).code).toBe(code);
  });

  it.each(["application/pdf", "application/json", "image/png", "text/plain", "TEXT/HTMLX", "text/html, text/plain"])(
    "refuses the type %s and reports it",
    async (contentType) => {
      const web = await serve((_request, response) => response.writeHead(200, { "content-type": contentType }).end("x"));
      const failure = await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }));
      expect(failure).toMatchObject({ code: "unsupported_type", data: { contentType: contentType.split(", ").at(-1)?.toLowerCase() } });
    },
  );

  it.each([400, 401, 403, 404, 410, 429, 500, 503, 304])("reports the status %i", async (status) => {
    const web = await serve((_request, response) => response.writeHead(status, html().headers).end());
    expect(await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).toMatchObject({
      code: "status",
      data: { status },
    });
  });

  it("throws the reason of its abort", async () => {
    const web = await serve(() => {});
    const reason = new Error("genug");
    const caller = new AbortController();
    const answer = fetchWith(`http://${web.host}/`, { allowHosts: [web.host], signal: caller.signal });
    caller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

describe("a limit", () => {
  it.each([
    ["an endless body", { "content-type": "text/html" }, () => Buffer.alloc(8192, "x")],
    ["an endless gzip body", { "content-type": "text/html", "content-encoding": "gzip" }, () => zlib.gzipSync("")],
  ])("ends %s", async (_name, headers, chunk) => {
    const web = await serve((_request, response) => {
      response.writeHead(200, headers);
      const more = () => {
        while (response.writable && response.write(chunk()));
        if (response.writable) response.once("drain", more);
      };
      more();
    });
    expect((await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).code).toBe("too_large");
  });

  it.each([
    ["gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["br", zlib.brotliCompressSync],
  ])("ends a %s bomb", async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(5_000_000));
    const web = await serve((_request, response) => response.writeHead(200, { ...html().headers, "content-encoding": encoding }).end(bomb));
    expect(await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).toMatchObject({
      code: "too_large",
      data: { maxBytes: 100_000 },
    });
  });

  it("rejects a declared length before reading", async () => {
    const web = await serve((_request, response) => response.writeHead(200, { ...html().headers, "content-length": 100_001 }).write("x"));
    expect((await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).code).toBe("too_large");
  });

  it("accepts a body of exactly the limit", async () => {
    const web = await serve((_request, response) => response.writeHead(200, html().headers).end(Buffer.alloc(100_000, "x")));
    expect((await fetchWith(`http://${web.host}/`, { allowHosts: [web.host] })).body).toHaveLength(100_000);
  });

  it.each([
    ["a server that never answers", () => {}],
    [
      "a body that comes too slowly",
      (_request: unknown, response: import("node:http").ServerResponse) => {
        response.writeHead(200, html().headers);
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ] as const)("ends %s", async (_name, listener) => {
    const web = await serve(listener);
    const failure = await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host], timeoutMs: 200 }));
    expect(failure).toMatchObject({ code: "timeout", data: { timeoutMs: 200 } });
  });

  it("applies to all redirects together", async () => {
    const web = await serve((_request, response) => void setTimeout(() => response.writeHead(302, { location: "/weiter" }).end(), 80));
    const failure = await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host], timeoutMs: 200, maxRedirects: 50 }));
    expect(failure.code).toBe("timeout");
  });

  it("ends redirect loops", async () => {
    const web = await serve((request, response) => response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a" }).end());
    expect((await failureOf(fetchWith(`http://${web.host}/a`, { allowHosts: [web.host] }))).code).toBe("too_many_redirects");
    expect(web.requests).toHaveLength(4);
  });

  it.each([301, 302, 303, 307, 308])("follows %i up to the limit", async (status) => {
    const web = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 3) return response.writeHead(status, { location: String(step + 1) }).end();
      return response.writeHead(200, html().headers).end("da");
    });
    expect((await fetchWith(`http://${web.host}/0`, { allowHosts: [web.host] })).url).toBe(`http://${web.host}/3`);
  });
});

describe("a server that breaks the protocol", () => {
  it.each(["nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort", ""])("%j is unreachable", async (bytes) => {
    const server = createRawServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(bytes)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await failureOf(fetchWith(`http://127.0.0.1:${port}/`, { allowHosts: ["127.0.0.1"] }))).code).toBe("unreachable");
    await new Promise((resolve) => server.close(resolve));
  });

  it("that does not exist is unreachable", async () => {
    const web = await serveLocally(() => {});
    await web.close();
    expect(await failureOf(fetchWith(`http://${web.host}/`, { allowHosts: [web.host] }))).toMatchObject({
      code: "unreachable",
      data: { reason: "ECONNREFUSED" },
    });
  });

  it("that speaks no TLS is unreachable", async () => {
    const web = await serve((_request, response) => response.end());
    expect((await failureOf(fetchWith(`https://${web.host}/`, { allowHosts: [web.host] }))).code).toBe("unreachable");
  });
});

describe("a cookie", () => {
  const sendTo = async (setCookie: string, steps: string[]) => {
    const web = await serve((request, response) => {
      const [here, next] = [steps.indexOf(request.url ?? ""), steps[steps.indexOf(request.url ?? "") + 1]];
      const cookies = here === 0 ? { "set-cookie": setCookie } : {};
      if (next === undefined) return response.writeHead(200, html().headers).end("da");
      return response.writeHead(302, { location: next.replace("PORT", String(web.port)), ...cookies }).end();
    });
    const lookup: Lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    const cookies = new CookieJar();
    const allowHosts = ["zeitung.example", "www.zeitung.example", "fremd.example"];
    await fetchWith(`http://zeitung.example:${web.port}${steps[0]}`, { allowHosts, lookup, cookies });
    return web.requests.at(-1)?.headers.cookie;
  };

  it.each([
    ["a=1", "a=1"],
    ["a=1; Path=/b", "a=1"],
    ["a=1; Domain=zeitung.example; HttpOnly; SameSite=Lax", "a=1"],
    ["a=1; Path=/c", undefined],
    ["a=1; Secure", undefined],
    ["a=1; Domain=fremd.example", undefined],
    ["a=1; Domain=example", undefined],
    ["a=1; Max-Age=0", undefined],
    ["__Host-a=1", undefined],
    ["=", undefined],
  ])("%s is sent back as %s", async (setCookie, sent) => {
    expect(await sendTo(setCookie, ["/a", "/b/x"])).toBe(sent);
  });

  it("is updated by every response", async () => {
    const web = await serve((request, response) => {
      const count = Number(/n=(\d)/.exec(request.headers.cookie ?? "")?.[1] ?? 0);
      if (count === 3) return response.writeHead(200, html().headers).end("da");
      return response.writeHead(302, { location: "/", "set-cookie": [`n=${count + 1}`, "m=1"] }).end();
    });
    await fetchWith(`http://${web.host}/`, { allowHosts: [web.host], cookies: new CookieJar() });
    expect(web.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, "n=1; m=1", "n=2; m=1", "n=3; m=1"]);
  });
});

describe("a tolerant reader", () => {
  const page = Buffer.from(`<p>${"Die Brücke ist fertig. ".repeat(50)}</p>`);
  const gzipped = zlib.gzipSync(page);
  const wrongChecksum = Buffer.from(gzipped);
  wrongChecksum.writeUInt32LE(1, gzipped.length - 8);
  const sends = async (head: string, ...parts: (string | Buffer)[]) => {
    const server = createRawServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${head}\r\n\r\n`);
        for (const part of parts) socket.write(part);
        socket.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    open.push({ host, port: 0, requests: [], close: () => new Promise((resolve) => void server.close(() => resolve())) });
    const tolerant = { allowHosts: [host], isTolerant: true };
    return {
      tolerant: fetchWith(`http://${host}/`, tolerant),
      strict: () => fetchWith(`http://${host}/`, { ...tolerant, isTolerant: false }),
    };
  };
  const size = page.length.toString(16);

  it.each<[string, string, (string | Buffer)[], number, boolean]>([
    ["a content length that is too long", `content-length: ${page.length + 50}`, [page], page.length, true],
    ["a content length above the limit", "content-length: 999999", [page], page.length, true],
    ["a content length that is too short", "content-length: 500", [page], 500, false],
    ["no last chunk", "transfer-encoding: chunked", [`${size}\r\n`, page, "\r\n"], page.length, true],
    ["a truncated chunk", "transfer-encoding: chunked", ["fff\r\n", page], page.length, true],
    [
      "both a content length and chunks",
      "content-length: 9\r\ntransfer-encoding: chunked",
      [`${size} \r\n`, page, "\r\n0\r\n\r\n"],
      page.length,
      false,
    ],
    ["gzip and a wrong content length", `content-encoding: gzip\r\ncontent-length: ${gzipped.length + 50}`, [gzipped], page.length, true],
    ["gzip and a wrong checksum", "content-encoding: gzip", [wrongChecksum], page.length, true],
    ["gzip and other data after it", "content-encoding: gzip", [gzipped, "Anhang"], page.length, true],
  ])("keeps the content of a response with %s", async (_, head, parts, length, isCut) => {
    const { body, cut } = await (await sends(head, ...parts)).tolerant;
    expect([body.length, cut !== null]).toEqual([length, isCut]);
  });

  it.each<[string, (text: Buffer) => Buffer]>([
    ["gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["deflate", zlib.deflateRawSync],
    ["br", zlib.brotliCompressSync],
  ])("keeps the beginning of truncated %s", async (encoding, encode) => {
    const text = Buffer.from(Array.from({ length: 500 }, (_, index) => `<p>Absatz ${index * 7919}`).join(""));
    const encoded = encode(text);
    for (const missing of [1, 8, encoded.length / 2]) {
      const { body, cut } = await (await sends(`content-encoding: ${encoding}`, encoded.subarray(0, encoded.length - missing))).tolerant;
      expect(text.indexOf(body)).toBe(0);
      expect([body.length > 100, cut?.code]).toEqual([true, "unreachable"]);
    }
  });

  it("reads zstd if Node supports it", async () => {
    const encoded = Buffer.from("28b52ffd20073900004772c3bcc39f65", "hex");
    const read = (await sends("content-encoding: zstd", encoded)).tolerant.then(({ body }) => Buffer.from(body).toString());
    expect(await read.catch(({ code }: OutboundError) => code)).toBe("zstdDecompress" in zlib ? "Grüße" : "unsupported_type");
  });

  it("rejects a truncated response without any content; a strict reader rejects every truncated response", async () => {
    expect((await failureOf((await sends("content-length: 50")).tolerant)).code).toBe("unreachable");
    expect((await failureOf((await sends("content-length: 50", "Grüße")).strict())).code).toBe("unreachable");
  });

  it("keeps the content that arrives before the timeout", async () => {
    const web = await serve((_request, response) => response.writeHead(200, html().headers).write(page));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const responding = new Promise<IncomingMessage>((resolve) => {
      const take = (message: unknown) => resolve((message as { response: IncomingMessage }).response);
      subscribe("http.client.response.finish", take);
      onTestFinished(() => void unsubscribe("http.client.response.finish", take));
    });
    const answering = fetchWith(`http://${web.host}/`, { allowHosts: [web.host], isTolerant: true, timeoutMs: 1_000 });
    const response = await responding;
    const isRead = () => response.socket.bytesRead === web.requests[0]?.socket.bytesWritten && response.readableLength === 0;
    while (!isRead()) await setImmediate();
    await setImmediate();
    vi.advanceTimersByTime(1_000);
    const { body, cut } = await answering;
    expect([body.length, cut?.code]).toEqual([page.length, "timeout"]);
  });
});

describe("a server that closes the connection", () => {
  let server: Awaited<ReturnType<typeof openClosingServer>>;
  beforeAll(async () => {
    server = await openClosingServer();
  });
  afterAll(() => server.close());

  // Uncaught exceptions fail the run.
  it.each(closingCases)("$size bytes, ended by $framing, after $ending, read $reader", async (closing) => {
    const options = {
      allowHosts: [server.host],
      timeoutMs: 300_000,
      maxBytes: 10_000_000,
      maxRedirects: 0,
      accept: ["application/octet-stream"],
    };
    const outcome = await downloadGuarded(server.urlOf(closing), options, (_, content) => server.read(closing, content)).catch(
      (error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        expect(error.code).toBe("unreachable");
        return undefined;
      },
    );
    expect(isPossible(closing, outcome)).toBe(true);
  });
});
