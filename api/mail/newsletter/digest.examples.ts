import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import type { Locale } from "../texts";
import type { DigestToRender } from "./digest";

const page = (path: string) => `http://localhost:3000${path}`;
const folderUrl = page(href("folder", { product: "folda", folderId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a10" }));
const endUrl = (n: number) => page(serverHref("digestLink", { token: `${n}U4nq2bH9sXo7Ff0cQvLr1Kd8TzYw5Ee3GmPa6RiNxM` }));

const article = (n: number, more: Partial<DigestToRender["sections"][number]["articles"][number]> = {}) => ({
  title: `Fünf Monate zu, fünf Jahre Ruhe: Wie die Sanierung des Nordkorridors gelingen soll (${n})`,
  teaser: "Ab Februar rollt zwischen Lüneburg und Celle kein Zug mehr. ".repeat(5).slice(0, 280),
  source: "Verkehrsbrief",
  folder: "Ausbau Nordkorridor",
  publishedAt: "2025-11-20",
  language: "de",
  url: page(href("article", { contentId: `0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a${n + 10}` })),
  ...more,
});

/** A digest of each kind of follow, one of which has more articles than it shows. */
export const exampleDigest = (locale: Locale, theme: string | null = null): DigestToRender => ({
  locale,
  theme,
  sections: [
    {
      kind: "folder",
      name: "Ausbau Nordkorridor",
      url: folderUrl,
      endUrl: endUrl(1),
      articles: Array.from({ length: 10 }, (_, n) => article(n)),
      more: 12,
      isExact: true,
    },
    {
      kind: "tag",
      name: "Brücken",
      url: page(href("tag", { tag: "bruecken" })),
      endUrl: endUrl(2),
      articles: [article(11, { language: "en", source: null }), article(12, { teaser: "" })],
      more: 0,
      isExact: true,
    },
    {
      kind: "search",
      name: 'Wichtiges zu "Weichen"',
      url: `${page(href("search"))}?term=Weiche&priority=high`,
      endUrl: endUrl(3),
      articles: [article(13)],
      more: 199,
      isExact: false,
    },
  ],
  followingUrl: page(href("following")),
  settingsUrl: page(href("settingsDigest")),
  unsubscribeUrl: endUrl(0),
});
