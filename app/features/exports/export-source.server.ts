import { getISOWeek } from "date-fns/getISOWeek";
import { parseISO } from "date-fns/parseISO";
import { requireProduct } from "~/http/product.server";
import { dayText, isoDay } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { isNarrowed } from "~/lists/article-filter.server";
import { readListState } from "~/lists/list-state.server";
import { listFirst } from "~/lists/shown-articles.server";
import type { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { type ArticleQuery, listArticles } from "~/upstream/articles.server";
import { requireExportableFolder } from "~/upstream/folders.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";

type Session = Pick<Awaited<ReturnType<typeof requireSession>>, "upstream" | "locale">;

interface Params {
  product?: string;
  folderId?: string;
}

/** The articles of the underlying list, in its order: all of a folder, or the shareable ones of the stream or a search. */
export async function loadSource({ upstream, locale }: Session, request: Request, params: Params) {
  const t = translator(locale);
  const { folderId } = params;
  if (folderId) requireProduct(params.product);
  const { query, filter } = readListState(request);
  const narrowed = isNarrowed({ ...filter, folderIds: folderId ? undefined : filter.folderIds });
  const folder = folderId ? await requireExportableFolder(upstream, folderId) : undefined;

  const isStream = new URL(request.url).pathname.startsWith(`${href("stream")}/`);
  // A search without any criteria has no results.
  const { articles: shown, total } =
    folder || narrowed || isStream
      ? await listFirst(upstream, { ...query, ...(folder ? { folderIds: [folder.id] } : { shareable: "true" }) }, limits.exportContents)
      : { articles: [], total: { count: 0, isExact: true } };
  const hidden = !folder && narrowed && total.isExact ? await countHidden(upstream, query, total.count) : 0;
  const week = getISOWeek(parseISO(isoDay()));
  const name = folder ? (folder.alternativeName ?? folder.name) : filter.term;
  return {
    place: folder?.name ?? t(isStream ? "stream:title" : "exports:search"),
    isFolder: folder !== undefined,
    isNarrowed: folder !== undefined && narrowed,
    suggestedTitle: (name ? t("exports:suggestion", { name, week }) : t("exports:suggestionOfSearch", { week })).slice(0, limits.text),
    articles: shown.map(({ id, title, source, publishedAt, user, shareable, picture, language }) => ({
      id,
      title,
      facts: [source.name ?? t("exports:ownArticle"), dayText(publishedAt).text, displayName(user)].join(", "),
      language: language && language !== locale ? language : null,
      shareable,
      pictureId: picture?.id ?? null,
    })),
    /** Set if there are more articles than can be exported at once. */
    beyond: total.count > shown.length ? total : null,
    /** The number of results that are not shareable; 0 if there are too many to count exactly. */
    hidden,
  };
}

async function countHidden(upstream: Session["upstream"], query: ArticleQuery, shareable: number): Promise<number> {
  const { meta } = await listArticles(upstream, { ...query, page: 1, perPage: 1 });
  return meta.totalIsExact ? Math.max(0, meta.totalCount - shareable) : 0;
}

export type ExportSource = Awaited<ReturnType<typeof loadSource>>;
