import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";

export interface S3Server {
  /** The bucket as a value of `S3_URL`. */
  url: string;
  /** The file of the object with this key. */
  pathOf(key: string): string;
  close(): Promise<void>;
}

const account = { key: "S3RVER", secret: "S3RVER" };

/** A local S3 server with its own bucket. s3rver accepts every signature, so they are checked in front of it. */
export async function openS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "folda-s3-"));
  const store = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: "folda" }] });
  const { port: storePort } = await store.run();
  const door = createServer(async (asked, answer) => {
    const body = await buffer(asked);
    if (!isSigned(asked, body)) return answer.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    const { method, url: path, headers } = asked;
    const onward = request({ host: "127.0.0.1", port: storePort, method, path, headers }, (found) => {
      found.pipe(answer.writeHead(found.statusCode ?? 500, found.headers));
    });
    return onward.end(body);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://${account.key}:${account.secret}@127.0.0.1:${port}/folda`,
    pathOf: (key) => join(directory, "folda", `${key}._S3rver_object`),
    async close() {
      door.closeAllConnections();
      door.close();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Whether the request has a valid Signature Version 4, including the hash of its body if it has one. */
function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer): boolean {
  const header = (name: string) => String(headers[name] ?? "");
  const [, scope = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=([\w;-]+), Signature=([0-9a-f]+)$/.exec(header("authorization")) ?? [];
  const named = header("x-amz-content-sha256");
  if (named !== "UNSIGNED-PAYLOAD" && named !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(url, "http://s3.test");
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const signedHeaders = names.split(";").map((name) => `${name}:${header(name)}\n`);
  const canonical = [method, pathname, query.join("&"), signedHeaders.join(""), names, named].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${account.secret}`);
  const expected = hmac(key, ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(canonical)].join("\n"));
  return signature === expected.toString("hex");
}
