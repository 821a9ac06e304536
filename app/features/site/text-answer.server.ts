/** A text response that is the same for everyone, cacheable for an hour. */
export const textAnswer = (text: string, type = "text/plain") =>
  new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" } });
