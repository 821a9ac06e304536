import * as limits from "../../../contract/limits";
import { cleanLine } from "../../../contract/rest/shared";

/** Finds a tag by a segment of the URL: by exact slug, otherwise by slug or name, ignoring case. */
export function findTag<Tag extends { slug: string; name: string }>(tags: Tag[], typed: string): Tag | undefined {
  const wanted = typed.toLowerCase();
  return (
    tags.find(({ slug }) => slug === typed) ??
    tags.find(({ slug }) => slug.toLowerCase() === wanted) ??
    tags.find(({ name }) => name.toLowerCase() === wanted)
  );
}

/** The distinct slugs in the URL of a tag page, limited to the number of tags an article can have. */
export const readSlugs = (tag: string): string[] =>
  [...new Set(tag.split(",").map((slug) => cleanLine(slug).slice(0, limits.tag)))].filter(Boolean).slice(0, limits.tagsPerArticle);
