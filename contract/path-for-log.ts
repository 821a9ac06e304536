const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A path as the log has it: fixed segments of the route table and ids stay, everything else is hidden, since it can be the secret of a link, a tag or
 * anything that was typed into the address bar.
 */
export const pathForLog = (path: string, isFixed: (segment: string) => boolean): string =>
  path
    .split("/")
    .map((segment) => (segment === "" || uuid.test(segment) || isFixed(segment.replace(/\.data$/, "")) ? segment : "[hidden]"))
    .join("/");

/** The path of a call of the API, whose routes have names of small letters only. */
export const callForLog = (method: string, path: string): string =>
  `${method} ${pathForLog(path, (segment) => /^[a-z_]{1,32}$/.test(segment))}`;
