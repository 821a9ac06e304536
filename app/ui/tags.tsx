import { Link } from "@remix-run/react";

/** A tag's name and slug; a pair, because lists send dozens of them. */
export type TagPair = [name: string, slug: string];

/** The tags of an article; each leads to its page, `to` says which. */
export function Tags({ tags, to, large = false }: { tags: TagPair[]; to: (slug: string) => string; large?: boolean }) {
  if (tags.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
    <ul className={large ? "tags lg" : "tags"} role="list">
      {tags.map(([name, slug]) => (
        <li key={slug}>
          {/* Remix would ask for the route of each before anybody follows one. */}
          <Link className="tag" to={to(slug)} discover="none">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
