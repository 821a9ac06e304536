/** A `Content-Disposition` header (RFC 6266); the name may contain any character. */
export function toDisposition(kind: "inline" | "attachment", filename: string): string {
  const name = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename*=UTF-8''${name}`;
}
