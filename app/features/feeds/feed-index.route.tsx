import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { useProductSlug } from "~/layouts/shell";
import { loadFilterNames } from "~/lists/filter-view.server";
import { describeFilter, toFilter } from "~/lists/search-query.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { listFeeds } from "~/upstream/feeds.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "feeds"] };

/** The user's own feeds. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const feeds = (await listFeeds(upstream)).map((feed) => ({ ...feed, filter: toFilter(feed.query) }));
  const names = await loadFilterNames(
    upstream,
    feeds.map(({ filter }) => filter),
    t,
  );
  return data({
    title: t("settings:tabs.settingsFeeds"),
    feeds: feeds.map(({ id, name, folder, filter, createdAt, lastUsedAt }) => ({
      id,
      name,
      folder,
      words: describeFilter(filter, names, t) || t("feeds:everything"),
      made: momentText(createdAt, locale),
      used: lastUsedAt === null ? null : momentText(lastUsedAt, locale),
    })),
  });
}

type FeedEntry = ReturnType<typeof useLoaderData<typeof loader>>["feeds"][number];

export default function FeedIndex() {
  const { t } = useTranslation("feeds");
  const { feeds } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <p className="limit">{t("index.lead")}</p>
      {feeds.length > 0 ? <FeedTable feeds={feeds} /> : <Empty title={t("index.empty.title")}>{t("index.empty.text")}</Empty>}
    </SettingsPage>
  );
}

function FeedTable({ feeds }: { feeds: FeedEntry[] }) {
  const { t } = useTranslation("feeds");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("index.of")}</th>
            <th scope="col">{t("index.made")}</th>
            <th scope="col">{t("index.used")}</th>
            <th scope="col">{t("index.action")}</th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} {...feed} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FeedRow({ id, name, folder, words, made, used }: FeedEntry) {
  const { t } = useTranslation("feeds");
  const product = useProductSlug();
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
      </th>
      <td data-label={t("index.of")}>
        {folder ? <Link to={href("folder", { product, folderId: folder.id })}>{folder.name}</Link> : words}
      </td>
      <td data-label={t("index.made")}>
        <DateText date={made} />
      </td>
      <td data-label={t("index.used")}>{used ? <DateText date={used} /> : t("index.never")}</td>
      <td>
        <Link className="btn small" to={href("feedDelete", { feedId: id })} aria-label={t("index.revokeOf", { name })} preventScrollReset>
          {t("index.revoke")}
        </Link>
      </td>
    </tr>
  );
}
