import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closingCases, isPossible, openClosingServer } from "../tests/support/closing-server";
import { sendHttp, toWebStream } from "./http-client.server";

describe("A server that closes the connection", () => {
  let server: Awaited<ReturnType<typeof openClosingServer>>;
  beforeAll(async () => {
    server = await openClosingServer();
  });
  afterAll(() => server.close());

  // Uncaught exceptions fail the run.
  it.each(closingCases)("$size bytes, ended by $framing, after $ending, read $reader", async (closing) => {
    const reading = async () => {
      const response = await sendHttp(new URL(server.urlOf(closing)), { method: "GET" });
      return server.read(closing, toWebStream(response) as unknown as AsyncIterable<Uint8Array>);
    };
    expect(isPossible(closing, await reading().catch(() => undefined))).toBe(true);
  });
});

describe("A request", () => {
  const server = createServer((request, response) => {
    if (request.url === "/silent") return;
    if (request.url === "/policy") return void response.writeHead(204, { "content-security-policy": "x".repeat(40_000) }).end();
    if (request.url === "/echo") return void request.pipe(response);
    if (request.url === "/switch")
      return void request.socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    response.writeHead(200).write("x".repeat(1_000_000));
  });
  let url: URL;
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("fails with the reason of its signal, before and after the response begins", async () => {
    const reason = new Error("enough");
    const before = new AbortController();
    const silent = sendHttp(new URL("/silent", url), { method: "GET", signal: before.signal });
    before.abort(reason);
    await expect(silent).rejects.toBe(reason);
    await expect(sendHttp(url, { method: "GET", signal: before.signal })).rejects.toBe(reason);

    const after = new AbortController();
    const response = await sendHttp(url, { method: "GET", signal: after.signal });
    const reading = new Response(toWebStream(response)).text();
    after.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s sends its body", async (method) => {
    for (const body of ["Schlüssel", new Uint8Array([1, 2, 3]), ""]) {
      const response = await sendHttp(new URL("/echo", url), { method, body });
      expect(Buffer.from(await new Response(toWebStream(response)).arrayBuffer())).toEqual(Buffer.from(body));
    }
  });

  it("accepts a response with 40 KB of headers", async () => {
    const response = await sendHttp(new URL("/policy", url), { method: "GET" });
    expect(response.headers["content-security-policy"]).toHaveLength(40_000);
  });

  it("fails when the server switches to another protocol", async () => {
    await expect(sendHttp(new URL("/switch", url), { method: "GET" })).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("ends if the server stays silent, but not if the reader does", async () => {
    await expect(sendHttp(new URL("/silent", url), { method: "GET", idleMs: 500 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    const response = await sendHttp(url, { method: "GET", idleMs: 300_000 });
    const { socket } = response;
    await vi.waitUntil(() => response.readableLength > 0, { timeout: 120_000 });
    for (let idleTimes = 0; idleTimes < 3; idleTimes += 1) socket.emit("timeout");
    expect(response.destroyed).toBe(false);
    const reading = expect(new Response(toWebStream(response)).text()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await vi.waitUntil(() => socket.bytesRead > 1_000_000 && response.readableLength === 0, { timeout: 120_000 });
    socket.emit("timeout");
    await reading;
  });

  it("closes its connection when the stream is cancelled before it is read", async () => {
    const connected = once(server, "request");
    const body = toWebStream(await sendHttp(url, { method: "GET" }));
    const [{ socket }] = await connected;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await body.cancel();
    await closed;
  });
});
