/** "PDF, 2,4 MB": by the ending of its name, else by its type. */
export function fileKind(file: { name: string; contentType: string; size: number }, locale: string): string {
  const [, ending] = /\.([A-Za-z0-9]{1,10})$/.exec(file.name) ?? [];
  const kind = ending ?? (file.contentType.split("/")[1] ?? file.contentType).replace(/^(x-|vnd\.)/, "");
  return `${kind.toUpperCase()}, ${sizeText(file.size, locale)}`;
}

/** Bytes as people read them. */
export function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 1_000_000 ? [bytes / 1_000_000, "MB"] : [bytes / 1000, "KB"];
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
}
