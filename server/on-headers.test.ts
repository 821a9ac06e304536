import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { onHeaders } from "./on-headers";

async function answer(listener: RequestListener): Promise<IncomingMessage> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port, agent: false }), "response")) as [IncomingMessage];
  response.resume();
  server.close();
  return response;
}

test("listeners run once, in their order, before the headers are written, and replace writeHead once", async () => {
  const calls: unknown[] = [];
  const { headers, statusCode } = await answer((_request, response) => {
    onHeaders(response, (status) => calls.push(["first", status, response.headersSent]));
    const { writeHead } = response;
    onHeaders(response, () => {
      calls.push("second");
      response.setHeader("X-Late", "yes");
    });
    expect(response.writeHead).toBe(writeHead);
    response.writeHead(404);
    response.end();
  });
  expect(calls).toEqual([["first", 404, false], "second"]);
  expect([statusCode, headers["x-late"]]).toEqual([404, "yes"]);
});

test("a response that only calls end has the headers, too", async () => {
  const { headers } = await answer((_request, response) => {
    onHeaders(response, (status) => response.setHeader("X-Status", status));
    response.end();
  });
  expect(headers["x-status"]).toBe("200");
});
