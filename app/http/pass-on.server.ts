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

/** Forwards a file from the API, made harmless: it cannot act as a page of this site, and only `frames` may frame it. */
export function passOn(response: Response, { frames = [] }: { frames?: readonly string[] } = {}): Response {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // `fetch` has already decompressed the body, so its length is wrong.
  if (response.headers.has("Content-Encoding")) headers.delete("Content-Length");
  // Inline styles are allowed for the browser's own ones, which centre an image opened in a separate tab.
  headers.set("Content-Security-Policy", `default-src 'none'; style-src 'unsafe-inline'; ${frameAncestors(frames)}; sandbox`);
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, headers });
}
