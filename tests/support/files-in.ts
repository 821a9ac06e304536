import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The paths of all files below a directory, without sockets. */
export const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
