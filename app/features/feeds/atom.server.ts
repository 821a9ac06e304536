import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { toAtomDocument } from "~/http/atom.server";
import { displayName } from "~/ui/display-name";
import type { FeedContents } from "~/upstream/feeds.server";
import { href } from "../../../contract/paths";

/** The feed as an Atom document. It has no `self` link: the feed's URL is a secret, and readers pass documents on. */
export const toAtom = ({ id, name, entries }: FeedContents): string =>
  toAtomDocument({
    id: `${absoluteUrl(href("settingsFeeds"))}#${id}`,
    title: name || config.product.name,
    page: absoluteUrl(href("stream")),
    entries: entries.map((entry) => ({
      language: entry.language,
      title: entry.title,
      published: entry.createdAt,
      updated: entry.updatedAt,
      author: entry.author ?? displayName(entry.user),
      url: absoluteUrl(href("article", { contentId: entry.id })),
      source: entry.sourceUrl,
      tags: entry.tags,
      summary: entry.teaserText,
    })),
  });
