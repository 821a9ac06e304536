import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { changedSearch } from "~/lists/list-state";
import { requireSession } from "~/session/session.server";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { listAuditEntries, listAuditPeople } from "~/upstream/audit.server";
import { unlessFailed } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { auditCursorSchema, auditTopics } from "../../../contract/rest/audit";
import stylesheet from "./audit.css?url";
import { AuditFilterForm } from "./audit-filter-form";
import { readAuditQuery, toFileSearch, toSuggestions } from "./audit-query.server";
import { AuditTable } from "./audit-table";

export { pageMeta as meta } from "~/layouts/page-meta";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = { i18n: ["client"] };

/** A page of the workspace's audit log. The API enforces the permission. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const url = new URL(request.url);
  const { form, filter } = await readAuditQuery(upstream, url, t);
  const [before, after] = ["before", "after"].map((name) => readCursor(url.searchParams.get(name)));
  const [list, people] = await Promise.all([
    filter && listAuditEntries(upstream, { ...filter, ...(after ? { after } : { before }) }),
    // Optional: the page works without suggestions.
    unlessFailed(listAuditPeople(upstream, "")),
  ]);
  return data(
    {
      title: t("client:tabs.clientAudit"),
      form,
      people: toSuggestions(people ?? []),
      topics: auditTopics.map((value) => ({ value, text: t(`audit:topics.${value}`) })),
      isNarrowed: Object.values(filter ?? { any: true }).some((value) => value !== undefined),
      file: filter && `${serverHref("clientAuditFile")}${toFileSearch(filter)}`,
      older: list?.meta.older ?? null,
      newer: list?.meta.newer ?? null,
      isFirst: !before && !after,
      entries: (list?.entries ?? []).map(({ id, actor, text, createdAt }) => ({
        id,
        who: actor.type === "person" ? actor.name : t(`audit:actors.${actor.type}`),
        whoId: actor.id,
        text,
        at: momentText(createdAt, locale),
      })),
    },
    filter ? 200 : 422,
  );
}

/** An invalid cursor means the beginning of the log. */
const readCursor = (text: string | null) => auditCursorSchema.safeParse(text).data;

export default function AuditIndex() {
  const { t } = useTranslation("client");
  const { form, people, topics, isNarrowed, file, entries, ...pages } = useLoaderData<typeof loader>();
  return (
    <ClientPage>
      <AuditFilterForm form={form} people={people} topics={topics} isNarrowed={isNarrowed} />
      {file && entries.length > 0 ? (
        <div className="cluster audit-bar">
          <AuditPages where="above" {...pages} />{" "}
          <a className="btn small" href={file} download>
            <Icon name="download" />
            {t("audit.csv")}
          </a>
        </div>
      ) : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      {file && entries.length === 0 ? <NothingShown isNarrowed={isNarrowed} isFirst={pages.isFirst} /> : null}
      {entries.length > 0 ? <AuditPages where="below" {...pages} /> : null}
    </ClientPage>
  );
}

interface AuditPagesProps {
  where: "above" | "below";
  older: string | null;
  newer: string | null;
  isFirst: boolean;
}

/** Cursor pagination: page numbers would shift with every new entry. */
function AuditPages({ where, older, newer, isFirst }: AuditPagesProps) {
  const { t } = useTranslation("client");
  const { search } = useLocation();
  const to = (changes: Record<string, string>) => `.${changedSearch(search, { before: null, after: null, ...changes })}`;
  if (!older && !newer && isFirst) return null;
  return (
    <nav className="cluster" aria-label={t(`audit.pages.${where}`)}>
      {isFirst ? null : (
        <Link className="btn small" to={to({})} preventScrollReset>
          {t("audit.pages.newest")}
        </Link>
      )}{" "}
      {newer ? (
        <Link className="btn small" to={to({ after: newer })} rel="prev" preventScrollReset>
          <Icon name="chevron-left" />
          {t("audit.pages.newer")}
        </Link>
      ) : null}{" "}
      {older ? (
        <Link className="btn small" to={to({ before: older })} rel="next" preventScrollReset>
          {t("audit.pages.older")}
          <Icon name="chevron-right" />
        </Link>
      ) : null}
    </nav>
  );
}

function NothingShown({ isNarrowed, isFirst }: { isNarrowed: boolean; isFirst: boolean }) {
  const { t } = useTranslation("client");
  return (
    <Empty
      icon="search"
      title={t("audit.none.title")}
      action={
        isNarrowed || !isFirst ? (
          <Link className="btn" to={href("clientAudit")}>
            {t(isNarrowed ? "audit.reset" : "audit.pages.newest")}
          </Link>
        ) : null
      }
    >
      {t(isNarrowed || !isFirst ? "audit.none.narrowed" : "audit.none.empty")}
    </Empty>
  );
}
