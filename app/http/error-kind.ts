/** Kinds of errors, as keys below `errors` in the shell's texts. */
export type ErrorKind = "notFound" | "forbidden" | "unavailable" | "tooLarge" | "failed";

export function kindOfStatus(status: number): ErrorKind {
  if (status === 404) return "notFound";
  if (status === 403) return "forbidden";
  if (status === 413) return "tooLarge";
  return status === 503 || status === 429 ? "unavailable" : "failed";
}
