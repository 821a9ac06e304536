import { frameAncestors } from "./security-headers.server";

const passedHeaders = [
  "Content-Type",
  "Content-Length",
  "Content-Disposition",
  "Content-Range",
  "Accept-Ranges",
  "ETag",
  "Last-Modified",
  "Cache-Control",
];

/** An answer of the API's with bytes of somebody else's, made harmless: it never becomes a page of this site, and stands in no frame but those of `frames`. */
export function passOn(response: Response, { frames = [] }: { frames?: readonly string[] } = {}): Response {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // What came compressed is not any more, and longer than it says.
  if (response.headers.has("Content-Encoding")) headers.delete("Content-Length");
  // Styles are the browser's own: it puts a picture that is opened alone into the middle of the window.
  headers.set("Content-Security-Policy", `default-src 'none'; style-src 'unsafe-inline'; ${frameAncestors(frames)}; sandbox`);
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, headers });
}
