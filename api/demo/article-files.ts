import barrierefreiheit from "./articles/barrierefreiheit.json";
import baustellen from "./articles/baustellen.json";
import bruecken from "./articles/bruecken.json";
import energie from "./articles/energie.json";
import itSicherheit from "./articles/it-sicherheit.json";
import ki from "./articles/ki.json";
import nordkorridor from "./articles/nordkorridor.json";
import politik from "./articles/politik.json";
import presseschau from "./articles/presseschau.json";
import railEurope from "./articles/rail-europe.json";
import sicherung from "./articles/sicherung.json";
import wettbewerb from "./articles/wettbewerb.json";

/** An article as `README.md` describes it. */
export interface DemoArticle {
  lang: string;
  title: string;
  teaser: string;
  body: string;
  author: string | null;
  sourceName: string | null;
  sourceUrl: string | null;
  daysAgo: number;
  hour: number;
  publishedDaysAgo: number;
  tags: string[];
  countries: string[];
  priority: string;
  external: boolean;
  picture: string | null;
  pictureAlt: string | null;
  pictureCaption: string | null;
  by: string;
  views: number;
  comments: { by: string; body: string; hoursAfter: number }[];
}

/** Folder key → its articles. Only loaded to fill an empty database. */
export const demoArticles: Record<string, DemoArticle[]> = {
  barrierefreiheit,
  baustellen,
  bruecken,
  energie,
  "it-sicherheit": itSicherheit,
  ki,
  nordkorridor,
  politik,
  presseschau,
  "rail-europe": railEurope,
  sicherung,
  wettbewerb,
};
