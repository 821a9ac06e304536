/** A file that the API keeps until the article is saved. */
interface KeptUpload {
  /** The secret that attaches it. */
  upload: string;
  /** "PDF, 2,4 MB" */
  kind: string;
  name: string;
}

/** Encodes an upload as the value of a hidden field. The name comes last because it may contain the separator. */
export const toKeptUploadValue = ({ upload, kind, name }: KeptUpload): string => [upload, kind, name].join("|");

export function readKeptUpload(value: string): KeptUpload {
  const [upload = "", kind = "", ...name] = value.split("|");
  return { upload, kind, name: name.join("|") };
}
