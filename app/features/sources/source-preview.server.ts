import { dayOfMoment } from "~/i18n/dates.server";
import type { SourcePreview } from "~/upstream/sources.server";

export type FoundFeed = ReturnType<typeof toFoundFeed>;

/** A feed as the preview shows it. */
export const toFoundFeed = ({ address, title, entriesCount, entries }: NonNullable<SourcePreview["feed"]>) => ({
  title: title || new URL(address).host,
  count: entriesCount,
  entries: entries.map(({ title, publishedAt, teaser }) => ({
    title,
    teaser,
    published: publishedAt === null ? null : dayOfMoment(publishedAt),
  })),
});
