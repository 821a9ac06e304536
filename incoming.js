// What every request gets before anything answers it: server.js sees to it in production, vite.config.ts in development.
import { randomUUID } from "node:crypto";

/** The page that says why a form was not taken. */
const refusedPath = "/form-refused";

const svg = "image/svg+xml";

/** What every open window asks for twice a minute: a number and nothing that shows, so it carries nothing that is for pages. */
const pollPath = /^\/stream\/news(?:\?|$)/;

/**
 * Gives the request an id, which its answer says whoever gives it, puts right what Remix and Express would fall over, and
 * leads the form of another site to a page that says so. Answers whether it did.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {string} publicOrigin
 * @param {boolean} [mayBeFramed] whether the product is shown in frames of embedding apps
 */
export function receive(request, response, publicOrigin, mayBeFramed = false) {
  const { headers } = request;
  const given = headers["x-request-id"];
  const id = typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (publicOrigin.startsWith("https:")) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  keepFromCaches(response);
  nameCharset(response);
  if (!pollPath.test(request.url ?? "")) keepOutOfFrames(response);
  if (mayBeFramed && isFramed(headers)) keepInFrame(response);

  // Remix makes one address of these. Where that fails nobody catches it: a 500, and a stack in the log.
  request.url = toPath(request.url ?? "/");
  if (!URL.canParse(`http://${headers.host}`)) headers.host = "localhost";
  delete headers["x-forwarded-host"];

  const isForm = !["GET", "HEAD"].includes(request.method ?? "");
  const isRefused = isForm && !isOneClick(request.url) && !isOwnForm(headers, publicOrigin);
  if (isRefused) {
    request.method = "GET";
    request.url = refusedPath;
  }
  // Remix compares it with `Host` by itself, knows no PUBLIC_URL, and answers 500: the judgement is made here, once.
  delete headers.origin;
  return isRefused;
}

/**
 * Whatever does not say how long it may be kept is kept by nobody, redirects included. lynx knows only `Pragma`: without it, who
 * has signed in is shown the sign-in page again, with everything that was typed.
 * @param {import("node:http").ServerResponse} response
 */
function keepFromCaches(response) {
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "private, no-store").setHeader("Pragma", "no-cache");
    return Reflect.apply(writeHead, response, head);
  };
}

/**
 * Pictures in SVG are text: those of ours are UTF-8, and Express says so of other texts only. What people upload is never sent as one.
 * @param {import("node:http").ServerResponse} response
 */
function nameCharset(response) {
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    if (response.getHeader("Content-Type") === svg) response.setHeader("Content-Type", `${svg}; charset=utf-8`);
    return Reflect.apply(writeHead, response, head);
  };
}

/**
 * What says nothing of frames and of what follows a link stands in no frame, and its address is told to nobody else. A redirect shows nothing.
 * @param {import("node:http").ServerResponse} response
 */
function keepOutOfFrames(response) {
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    const status = Number(head[0]);
    const isRedirect = status >= 300 && status < 400;
    if (!isRedirect && !response.hasHeader("Content-Security-Policy"))
      response.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
    if (!response.hasHeader("Referrer-Policy")) response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
    return Reflect.apply(writeHead, response, head);
  };
}

/**
 * Whether the answer is for a frame on a page of another site: the browser says so of what opens the frame, and the cookie
 * that it then has of everything after (`app/session/webview.server.ts`).
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
const isFramed = (headers) =>
  (headers["sec-fetch-dest"] === "iframe" && headers["sec-fetch-site"] === "cross-site") ||
  /(?:^|;\s*)webview=frame(?:;|$)/.test(headers.cookie ?? "");

/**
 * Cookies that a browser keeps in such a frame, also one that blocks those of third parties: kept apart for the page around it (CHIPS).
 * They need https, or this machine.
 * @param {import("node:http").ServerResponse} response
 */
function keepInFrame(response) {
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    const cookies = [response.getHeader("Set-Cookie") ?? []].flat().map(String);
    const kept = cookies.map((line) => `${line.replace(/; (?:SameSite=Lax|Secure)(?=;|$)/gi, "")}; SameSite=None; Secure; Partitioned`);
    if (kept.length > 0) response.setHeader("Set-Cookie", kept);
    return Reflect.apply(writeHead, response, head);
  };
}

/**
 * Whether a mail provider may post here for its user, from a page of its own (RFC 8058). The token in the path is all that counts:
 * no session is asked for, and whoever has it could press the button as well.
 * @param {string} target
 */
const isOneClick = (target) => /^\/unsubscribe\/[^/?]+\/?(?:\?|$)/.test(target);

/**
 * Whether a page of this site sent the form. Browsers without `Sec-Fetch-Site` send `Origin`; text browsers send neither, and
 * many know no `SameSite`: there a person has to press the button, because nothing runs.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {string} publicOrigin
 */
function isOwnForm({ "sec-fetch-site": site, origin, host }, publicOrigin) {
  if (site) return site === "same-origin" || site === "none";
  if (!origin) return true;
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}

/**
 * The path of a request that was sent as if to a proxy, and one that Express can decode and that names no host. `_data` is an address of
 * Remix's that is no longer in use: without it there is one way less to every action.
 * @param {string} target
 */
function toPath(target) {
  const url = target.startsWith("/") || !URL.canParse(target) ? target : target.slice(new URL(target).origin.length);
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const decodable = canDecode(path) ? path : path.replaceAll("%", "%25");
  return (decodable.startsWith("/") ? decodable.replace(/^[/\\]+/, "/") : "/") + search.replace(/(?<=[?&])_data=/g, "_=");
}

/** @param {string} path */
function canDecode(path) {
  try {
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}
