import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { findRedirectTo } from "~/http/redirect-to.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { loadFilterNames } from "~/lists/filter-view.server";
import { describeFilter, toFilter, toSearchParams } from "~/lists/search-query.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { HiddenFields } from "~/ui/hidden-fields";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { createFollow, deleteFollow, type Follow, listFollows } from "~/upstream/follows.server";
import { href, overlay } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "following"] };

const kinds = ["folder", "tag", "search"] as const;

/** The user's follows, by kind and name. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const follows = await listFollows(upstream);
  const filters = follows.flatMap(({ query }) => (query ? [toFilter(query)] : []));
  const names = await loadFilterNames(upstream, filters, t);
  const entries = follows.map((follow) => ({
    id: follow.id,
    name: follow.name,
    kind: kindOf(follow),
    words: follow.query && (describeFilter(toFilter(follow.query), names, t) || t("following:everything")),
    since: momentText(follow.createdAt, locale),
    ...addressesOf(follow),
  }));
  const { compare } = new Intl.Collator(locale);
  const sorted = entries.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compare(a.name, b.name));
  return data({ title: t("settings:tabs.following"), entries: sorted });
}

const kindOf = ({ folder, tag }: Follow): (typeof kinds)[number] => (folder ? "folder" : tag ? "tag" : "search");

function addressesOf({ id, folder, tag, query }: Follow) {
  if (folder) {
    const page = href("folder", { product: config.product.slug, folderId: folder.id });
    return { page, feed: `${page}/${overlay("feedNew")}` };
  }
  const search = tag ? new URLSearchParams({ tags: tag.slug }) : toSearchParams(query ?? {});
  return {
    page: tag ? href("tag", { tag: tag.slug }) : href("savedSearch", { followId: id }),
    feed: `${href("search")}/${overlay("feedNew")}?${search}`,
  };
}

/** Follows a folder or tag, or ends a follow, and goes back to the page of the button. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const body = await request.formData();
  const to = findRedirectTo(body.get("to")) ?? href("following");
  const followId = body.get("followId");
  if (followId !== null) {
    const ended = await unlessGone(deleteFollow(upstream, String(followId)));
    return !ended || ended.ok ? redirectWithFlash(to, "unfollowed") : redirectWithFlash(to, "failed", { type: "error" });
  }
  const result = await unlessGone(follow(upstream, body));
  // The page of something that is gone would only say so.
  if (!result) return redirectWithFlash(href("following"), "followGone", { type: "warning" });
  if (result.ok) return redirectWithFlash(to, "followed", { name: result.data.name });
  return redirectWithFlash(to, result.status === 422 ? "tooManyFollows" : "failed", { type: "error" });
}

function follow(upstream: Upstream, body: FormData) {
  const tagId = body.get("tagId");
  return createFollow(upstream, tagId === null ? { folderId: String(body.get("folderId")) } : { tagId: String(tagId) });
}

type Entry = ReturnType<typeof useLoaderData<typeof loader>>["entries"][number];

export default function FollowIndex() {
  const { t } = useTranslation("following");
  const { entries } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <p className="limit">{t("lead")}</p>
      {entries.length > 0 ? (
        <FollowTable entries={entries} />
      ) : (
        <Empty icon="bookmark" title={t("empty.title")}>
          {t("empty.text")}
        </Empty>
      )}
    </SettingsPage>
  );
}

function FollowTable({ entries }: { entries: Entry[] }) {
  const { t } = useTranslation("following");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("columns.name")}</th>
            <th scope="col">{t("columns.kind")}</th>
            <th scope="col">{t("columns.since")}</th>
            <th scope="col">
              <span className="vh">{t("columns.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <FollowRow key={entry.id} {...entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FollowRow({ id, name, kind, words, since, page, feed }: Entry) {
  const { t } = useTranslation("following");
  return (
    <tr>
      <th scope="row">
        <div>
          <Link to={page} dir="auto">
            {name}
          </Link>
          {words && words !== name ? <div className="soft">{words}</div> : null}
        </div>
      </th>
      <td data-label={t("columns.kind")}>{t(`kinds.${kind}`)}</td>
      <td data-label={t("columns.since")}>
        <DateText date={since} />
      </td>
      <td className="end">
        <Form className="cluster" method="post" preventScrollReset>
          {kind === "search" ? (
            <Link className="btn small" to={href("followEdit", { followId: id })} preventScrollReset>
              {t("rename")}
              <span className="vh"> {name}</span>
            </Link>
          ) : null}{" "}
          <Link className="btn small" to={feed}>
            {t("feed")}
            <span className="vh"> {name}</span>
          </Link>{" "}
          <HiddenFields fields={[["followId", id]]} />
          <button className="btn small" type="submit">
            {t("unfollow")}
            <span className="vh"> {name}</span>
          </button>
        </Form>
      </td>
    </tr>
  );
}
