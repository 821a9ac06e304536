const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A path for the log. Keeps fixed segments of the route table and ids, and hides everything else, which may be the secret of a link, a tag,
 * or anything typed into the address bar.
 */
export const pathForLog = (path: string, isFixed: (segment: string) => boolean): string =>
  path
    .split("/")
    .map((segment) => (segment === "" || uuid.test(segment) || isFixed(segment.replace(/\.data$/, "")) ? segment : "[hidden]"))
    .join("/");

/** The path of an API call, whose fixed segments consist of lowercase letters and underscores. */
export const callForLog = (method: string, path: string): string =>
  `${method} ${pathForLog(path, (segment) => /^[a-z_]{1,32}$/.test(segment))}`;
