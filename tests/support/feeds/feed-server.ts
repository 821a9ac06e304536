import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import { serveLocally } from "../../../api/outbound/local-web.test-server";
import { defects, type FeedAnswer } from "./defects";

export interface FeedServer {
  /** Without a slash at its end. */
  url: string;
  /** As in `IMPORT_ALLOW_HOSTS`. */
  host: string;
  /** All requests so far. */
  requests: IncomingMessage[];
  /** Answers requests of this path from now on; a 200 is conditional (304). */
  setAnswer(path: string, answer: FeedAnswer | RequestListener): void;
  close(): Promise<void>;
}

const folder = join(import.meta.dirname, "makers");

/** Names of the feeds below `/makers/`, written as different programs write them. */
export const makers = readdirSync(folder).sort();

/** A web server with feeds of different makers (`/makers/…`), with broken feeds (`/defects/…`), and with those that a test adds. */
export async function startFeedServer(): Promise<FeedServer> {
  const answers = new Map<string, FeedAnswer | RequestListener>(
    Object.entries(defects).map(([name, answer]) => [`/defects/${name}`, answer]),
  );
  for (const name of makers) answers.set(`/makers/${name}`, fileAnswer(readFileSync(join(folder, name))));

  const web = await serveLocally((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (typeof answer === "function") return answer(request, response);
    if (!answer) return response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    const { status = 200, headers = {}, body = "" } = answer;
    const etag = headers.etag ?? `"${createHash("sha1").update(body).digest("hex")}"`;
    if (status !== 200) return response.writeHead(status, headers).end(body);
    const isUnchanged = request.headers["if-none-match"] === etag;
    return response.writeHead(isUnchanged ? 304 : 200, { ...headers, etag }).end(isUnchanged ? undefined : body);
  });

  return {
    url: `http://${web.host}`,
    host: web.host,
    requests: web.requests,
    setAnswer: (path, answer) => void answers.set(path, answer),
    close: () => web.close(),
  };
}

function fileAnswer(body: Buffer): FeedAnswer {
  const start = body.subarray(0, 500).toString();
  const type = start.startsWith("{")
    ? "application/feed+json"
    : /<(?:atom:)?feed/.test(start)
      ? "application/atom+xml"
      : "application/rss+xml";
  return { headers: { "content-type": type }, body };
}
