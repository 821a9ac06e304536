import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NothingShown, NumberedPages } from "~/lists/numbered-pages";
import { ListSearch } from "~/lists/people-tools";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { listTagLeftovers, listUsedTags } from "~/upstream/tags.server";
import { href } from "../../../contract/paths";
import { TagTable } from "./tag-table";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client", "people", "lists"] };

/** A page of the workspace's tags. The API enforces the permission. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { term, page } = readNumberedList(request);
  // Only where everybody begins, because it looks at every tag.
  const isFirst = term === undefined && page === 0;
  const [{ entries, meta }, leftovers] = await Promise.all([
    listUsedTags(upstream, { term, page }),
    isFirst ? listTagLeftovers(upstream) : [],
  ]);
  return data({
    title: translator(locale)("client:tabs.clientTags"),
    term,
    tags: entries,
    of: toPageOfTotal(meta, entries.length),
    hasLeftovers: leftovers.length > 0,
  });
}

export default function TagIndex() {
  const { t } = useTranslation("client");
  const { term, tags, of, hasLeftovers } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <ClientPage>
      {/* Not in the page head, where flash messages appear: several tags are often added in a row. */}
      <div className="cluster tools">
        <ListSearch term={term} label={t("tags.search")} placeholder={t("tags.name")} />
        <Link className="btn primary" to={`${href("tagNew")}${search}`} preventScrollReset>
          <Icon name="plus" />
          {t("tags.add")}
        </Link>
        {hasLeftovers ? (
          <Link className="btn quiet" to={`${href("tagLeftovers")}${search}`} preventScrollReset>
            {t("tags.leftovers.title")}
          </Link>
        ) : null}
      </div>
      <NumberedPages where="above" of={of} />
      {tags.length > 0 ? (
        <TagTable tags={tags} search={search} />
      ) : (
        <NothingShown icon={term === undefined ? "tag" : "search"} page={of.page} all={term === undefined ? undefined : t("tags.showAll")}>
          {term === undefined ? t("tags.emptyText") : t("tags.noneFound", { term })}
        </NothingShown>
      )}
      <NumberedPages where="below" of={of} />
    </ClientPage>
  );
}
