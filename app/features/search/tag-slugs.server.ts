import { limits } from "../../../contract/limits";
import { cleanLine } from "../../../contract/rest/shared";

/** The slugs of a tag page's address, each once; no article has more tags than are read. */
export const readSlugs = (tag: string): string[] =>
  [...new Set(tag.split(",").map((slug) => cleanLine(slug).slice(0, limits.tag)))].filter(Boolean).slice(0, limits.tagsPerArticle);
