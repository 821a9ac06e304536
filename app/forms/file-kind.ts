/** For example "PDF, 2,4 MB": the type according to the file name's extension, or else the content type. */
export function fileKind(file: { name: string; contentType: string; size: number }, locale: string): string {
  const [, ending] = /\.([A-Za-z0-9]{1,10})$/.exec(file.name) ?? [];
  const kind = ending ?? (file.contentType.split("/")[1] ?? file.contentType).replace(/^(x-|vnd\.)/, "");
  return `${kind.toUpperCase()}, ${sizeText(file.size, locale)}`;
}

/** A size in bytes, formatted in KB or MB. Files smaller than 1 KB are "1 KB", because "0 KB" would look empty. */
export function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 1_000_000 ? [bytes / 1_000_000, "MB"] : [bytes > 0 ? Math.max(bytes / 1000, 1) : 0, "KB"];
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
}
