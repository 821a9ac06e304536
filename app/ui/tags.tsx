import { Link } from "@remix-run/react";

/** Name and slug of a tag. A pair saves bytes, because lists contain dozens of them. */
export type TagPair = [name: string, slug: string];

/** The tags of an article, linked to `to`. */
export function Tags({ tags, to, large = false }: { tags: TagPair[]; to: (slug: string) => string; large?: boolean }) {
  if (tags.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
    <ul className={large ? "tags lg" : "tags"} role="list">
      {tags.map(([name, slug]) => (
        <li key={slug}>
          {/* No discovery, because Remix would request the route of each link in advance. */}
          <Link className="tag" to={to(slug)} discover="none">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
