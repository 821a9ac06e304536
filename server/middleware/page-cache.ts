import type { Context, Middleware } from "../context";

const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** Responds with a cached page (`app/http/page-cache.server.ts`), already compressed, before anything else is done for the request. */
export const pageCache =
  ({ app }: Pick<Context, "app">): Middleware =>
  ({ method, url = "", headers }, response, next) => {
    const page = method === "GET" || method === "HEAD" ? app.findCachedPage(url.split("?", 1)[0] ?? "") : undefined;
    if (!page) return next();
    response.setHeaders(page.headers);
    if (page.matches(headers["if-none-match"])) {
      response.statusCode = 304;
      return response.end();
    }
    const encoding = encodingOf(headers["accept-encoding"]);
    const body = page.bodies[encoding];
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Length", body.byteLength);
    return response.end(body);
  };

/** The encoding with the highest weight; the smallest result among equals. */
function encodingOf(accepted = ""): Encoding {
  const wishes = accepted.toLowerCase().split(",").map(wishOf);
  const weightOf = (encoding: Encoding) => wishes.find(({ name }) => name === encoding)?.weight ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 ? best : "identity";
}

function wishOf(text: string) {
  const [name = "", weight = "q=1"] = text.split(";").map((part) => part.trim());
  return { name, weight: Number(weight.replace("q=", "")) || 0 };
}
