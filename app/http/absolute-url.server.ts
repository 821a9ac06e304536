import { config } from "~/config.server";

/** The absolute URL of a path, for use outside the product. */
export const absoluteUrl = (path: string): string => new URL(path, config.publicUrl).href;
