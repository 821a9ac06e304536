import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { listUsedTags } from "~/upstream/tags.server";
import { limits } from "../../../contract/limits";
import { TagTable } from "./tag-table";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** A page of the workspace's tags; whether somebody may see them is the API's to say. A page beyond the last one is the last one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const term = (searchParams.get("term") ?? "").slice(0, limits.text).trim();
  const asked = Math.min(Math.max(0, Math.trunc(Number(searchParams.get("page")) || 0)), 100_000);
  const first = await listUsedTags(upstream, { term, page: asked });
  const pages = Math.ceil(first.meta.totalCount / first.meta.perPage);
  const isBeyond = asked > 0 && asked >= pages;
  const { entries, meta } = isBeyond ? await listUsedTags(upstream, { term, page: Math.max(0, pages - 1) }) : first;
  return data({
    title: translator(locale)("client:tabs.clientTags"),
    term,
    tags: entries,
    page: meta.currentPage,
    pages,
    total: meta.totalCount,
  });
}

export default function TagIndex() {
  const { t, i18n } = useTranslation("client");
  const { term, tags, page, pages, total } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const toPage = (to: number) => `${href("clientTags", {})}?${new URLSearchParams({ ...(term ? { term } : {}), page: String(to) })}`;
  const pagination = (
    <Pagination
      label={t("tags.pages.label")}
      page={page}
      pages={pages}
      toPage={toPage}
      previous={t("tags.pages.previous")}
      next={t("tags.pages.next")}
    />
  );
  return (
    <ClientPage>
      <SearchBar term={term} />
      <div className="controls">
        <p className="count">
          <b>{total.toLocaleString(i18n.language)}</b> {t("tags.count", { count: total })}
        </p>
        <Link className="btn primary" to={`new${search}`} preventScrollReset>
          <Icon name="plus" />
          {t("tags.add")}
        </Link>
      </div>
      {pagination}
      {tags.length > 0 ? <TagTable tags={tags} search={search} /> : <NoTags term={term} />}
      {pagination}
    </ClientPage>
  );
}

function NoTags({ term }: { term: string }) {
  const { t } = useTranslation("client");
  if (!term) return <Empty title={t("tags.empty")}>{t("tags.emptyText")}</Empty>;
  return (
    <Empty
      icon="search"
      title={t("tags.empty")}
      action={
        <Link className="btn" to={href("clientTags", {})}>
          {t("tags.showAll")}
        </Link>
      }
    >
      {t("tags.noneFound", { term })}
    </Empty>
  );
}

function SearchBar({ term }: { term: string }) {
  const { t } = useTranslation("client");
  return (
    <Form className="inline-form" role="search" method="get" action={href("clientTags", {})}>
      <div className="with-icon">
        <Icon name="search" />
        <label className="vh" htmlFor="tag-term">
          {t("tags.search")}
        </label>
        <input
          className="input"
          id="tag-term"
          type="search"
          name="term"
          key={term}
          defaultValue={term}
          maxLength={limits.text}
          dir="auto"
        />
      </div>
      <button className="btn" type="submit">
        {t("tags.submit")}
      </button>
    </Form>
  );
}
