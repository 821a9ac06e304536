import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { useMayAdd, useProductSlug } from "~/layouts/shell";
import { toCardPage } from "~/lists/article-cards.server";
import { ArticleList } from "~/lists/article-list";
import { countElsewhere } from "~/lists/elsewhere.server";
import { NoMatches } from "~/lists/filter-summary";
import { toFilterView } from "~/lists/filter-view.server";
import { FollowButton } from "~/lists/follow-button";
import { toFollowButton } from "~/lists/follow-button.server";
import { ListControls } from "~/lists/list-controls";
import { changedSearch } from "~/lists/list-state";
import { readListState } from "~/lists/list-state.server";
import { listShown } from "~/lists/shown-articles.server";
import { requireSession } from "~/session/session.server";
import { Breadcrumb } from "~/ui/breadcrumb";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { teamName } from "~/ui/team-name";
import { requireFolder } from "~/upstream/folders.server";
import { href, overlay } from "../../../contract/paths";
import { FolderMenu } from "./folder-menu";
import { FolderShareMenu } from "./folder-share-menu";
import { keepSeenFolders, readSeenFolders, withSeenFolder } from "./seen-folders.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { shouldRevalidateList as shouldRevalidate } from "~/lists/list-state";
export const handle = { i18n: ["folders", "lists"], takesArticles: true };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const arrived = Date.now();
  const { state, query, filter: asked, notes, headers: kept } = readListState(request);
  const t = translator(locale);
  const narrowing = { filter: { ...asked, folderIds: undefined }, notes };
  const [folder, articles, filter] = await Promise.all([
    requireFolder(upstream, folderId),
    listShown(upstream, { ...query, folderIds: [folderId] }, state),
    toFilterView(request, upstream, narrowing, t),
  ]);
  const everywhere = `${href("search")}${changedSearch(new URL(request.url).search, { folder_ids: null })}`;
  const [unfiltered, inAll] = await Promise.all([
    countElsewhere(upstream, articles, narrowing.filter, { folderIds: [folderId] }),
    countElsewhere(upstream, articles, narrowing.filter, narrowing.filter),
  ]);
  const headers = new Headers(kept);
  if (state.from === 1) headers.append("Set-Cookie", keepSeenFolders(withSeenFolder(readSeenFolders(request), folderId, arrived)));
  const { name, description, purpose, exportEnabled, hasNewsletter, team, permissions } = folder;
  return data(
    {
      title: name,
      folder: {
        name,
        description,
        isInbox: purpose === "inbox",
        mayAdd: permissions.createContent,
        sourcesAt: permissions.manageSources ? href("folderSources", { product: product ?? "", folderId }) : null,
        importTo: permissions.createContent
          ? `${href("bookmarkImportNew", { product: product ?? "" })}?${new URLSearchParams({ folder: folderId })}`
          : null,
        mayUpdate: permissions.update,
        mayDelete: permissions.destroy,
        mayExport: exportEnabled,
        newsletter: hasNewsletter ? href("newsletterLatest", { product: product ?? "", folderId }) : null,
        maySendNewsletters: permissions.manageMailings,
        follow: toFollowButton({ folderId }, folder.followId, t),
        newsletterKey: permissions.manageMailings && purpose !== "inbox" ? crypto.randomUUID() : undefined,
        teamName: teamName(team, t),
        teamSlug: team.slug,
      },
      list: toCardPage(articles, state, locale),
      state,
      filter,
      everywhere,
      unfiltered,
      inAll: inAll && { ...inAll, to: everywhere },
      hasTerm: query.term !== undefined,
    },
    { headers },
  );
}

export default function FolderPage() {
  const { t } = useTranslation(["folders", "lists", "shell"]);
  const { folder, list, state, filter, everywhere, unfiltered, inAll, hasTerm } = useLoaderData<typeof loader>();
  const product = useProductSlug();
  const { folderId = "" } = useParams();
  const mayAdd = useMayAdd() && folder.mayAdd;
  const folders = href("folders", { product });
  return (
    <Page>
      <Breadcrumb
        label={t("shell:path")}
        links={[
          { to: folders, text: t("folders:title") },
          { to: `${folders}#team-${folder.teamSlug}`, text: folder.teamName },
        ]}
        current={folder.name}
      />
      <div className="head">
        <div>
          <h1>{folder.name}</h1>
          {folder.description ? <Description text={folder.description} /> : null}
        </div>
        <div className="cluster">
          {folder.follow ? <FollowButton {...folder.follow} /> : null}
          {folder.maySendNewsletters && !folder.isInbox ? (
            <Link className="btn quiet wide" to={overlay("newsletters")} preventScrollReset>
              <Icon name="newsletter" />
              {t("folders:newsletters")}
            </Link>
          ) : null}
        </div>
      </div>
      <ListControls
        state={state}
        filter={filter}
        hasTerm={hasTerm}
        totalCount={list.totalCount}
        totalIsExact={list.totalIsExact}
        everywhere={everywhere}
      >
        {folder.isInbox ? null : (
          <FolderShareMenu mayExport={folder.mayExport} maySendNewsletters={folder.maySendNewsletters} newsletter={folder.newsletter} />
        )}
        <FolderMenu importTo={folder.importTo} sourcesAt={folder.sourcesAt} mayUpdate={folder.mayUpdate} mayDelete={folder.mayDelete} />
      </ListControls>
      {list.totalCount > 0 ? (
        <ArticleList page={list} state={state} within={{ folder_ids: folderId }} newsletterKey={folder.newsletterKey} />
      ) : filter.parts.length > 0 ? (
        <NoMatches filter={filter} unfiltered={unfiltered} everywhere={inAll} />
      ) : (
        <Empty
          icon="folder"
          title={t("folders:empty.title")}
          action={
            mayAdd ? (
              <Link className="btn primary" to={overlay("articleNew")} preventScrollReset>
                <Icon name="plus" />
                {t("shell:add")}
              </Link>
            ) : null
          }
        >
          {t(mayAdd ? "folders:empty.text" : "folders:empty.readOnly")}
        </Empty>
      )}
    </Page>
  );
}

/** In characters: about two lines of a phone. */
const briefDescription = 90;

/** On phones, only the beginning of a long one is seen at first, so that the list begins on the first screen. */
function Description({ text }: { text: string }) {
  const { t } = useTranslation("folders");
  if (text.length <= briefDescription && !text.includes("\n")) return <p>{text}</p>;
  return (
    <div className="brief">
      <p>{text}</p>
      <details>
        <summary>
          <Icon name="chevron-down" />
          <span className="vh">{t("wholeDescription")}</span>
        </summary>
      </details>
    </div>
  );
}
