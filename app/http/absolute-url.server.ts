import { config } from "~/config.server";

/** The whole address of a path of this product, for who reads it elsewhere. */
export const absoluteUrl = (path: string): string => new URL(path, config.publicUrl).href;
