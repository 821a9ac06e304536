import type { ByteRange } from "../domain/articles/attachments";

/** `undefined` means the whole file. */
export type Range = ByteRange | "unsatisfiable" | undefined;

/** The range that a `Range` header requests (RFC 9110, 14.1); `undefined` for several ranges or an invalid header. `size` is in bytes. */
export function readRange(header: string | undefined, size: number): Range {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const isSuffix = from === "";
  const start = isSuffix ? Math.max(size - Number(to), 0) : Number(from);
  const end = isSuffix || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (!isSuffix && to !== "" && Number(to) < start) return undefined;
  return start <= end ? { start, end } : "unsatisfiable";
}
