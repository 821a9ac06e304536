import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dayOfMoment, momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { Page } from "~/layouts/page";
import { useProductSlug, useShell } from "~/layouts/shell";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NothingShown, NumberedPages } from "~/lists/numbered-pages";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { listTrash } from "~/upstream/trash.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["trash", "client", "people", "lists"] };

/** A page of the trash: what the user may delete where it was, they may also restore. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { entries, meta } = await listTrash(upstream, readNumberedList(request).page);
  const items = entries.map(({ id, kind, title, folder, content, teamName, deletedBy, deletedAt, expiresAt, permissions }) => ({
    id,
    kind,
    title: title || t("trash:untitled"),
    folder,
    article: content,
    teamName,
    who: displayName(deletedBy),
    deletedAt: momentText(deletedAt, locale),
    expiresAt: dayOfMoment(expiresAt),
    mayPurge: permissions.destroy,
  }));
  return data({ title: t("trash:title"), items, of: toPageOfTotal(meta, items.length) });
}

export default function TrashIndex() {
  const { t } = useTranslation("trash");
  const { items, of } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const product = useProductSlug();
  return (
    <TrashPage>
      <p className="soft">{t("lead")}</p>
      <NumberedPages where="above" of={of} />
      {items.length > 0 ? (
        <div className="table-wrap">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("columns.title")}</th>
                <th scope="col">{t("columns.folder")}</th>
                <th scope="col">{t("columns.deleted")}</th>
                <th scope="col">{t("columns.until")}</th>
                <th scope="col">
                  <span className="vh">{t("columns.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, kind, title, folder, article, teamName, who, deletedAt, expiresAt, mayPurge }) => (
                <tr key={id}>
                  <th scope="row">
                    <div>
                      <b dir="auto">{title}</b>
                      <div className="soft">{t(`kinds.${kind}`)}</div>
                    </div>
                  </th>
                  <td data-label={t("columns.folder")}>
                    <div>
                      {article ? (
                        <div>
                          <Place to={href("article", { contentId: article.id })} {...article} name={article.title} />
                        </div>
                      ) : null}
                      {kind === "folder" ? (
                        t("ofTeam", { team: teamName })
                      ) : (
                        <Place to={href("folder", { product, folderId: folder.id })} {...folder} />
                      )}
                    </div>
                  </td>
                  <td data-label={t("columns.deleted")}>
                    <div>
                      <time dateTime={deletedAt.iso}>{deletedAt.text}</time>
                      <div>{who}</div>
                    </div>
                  </td>
                  <td data-label={t("columns.until")}>
                    <time dateTime={expiresAt.iso}>{expiresAt.text}</time>
                  </td>
                  <td className="end">
                    <Form className="cluster" method="post" action={href("trashRestore")} preventScrollReset>
                      <HiddenFields
                        fields={[
                          ["of", "trash"],
                          ["id", id],
                          ["to", `${href("trash")}${search}`],
                        ]}
                      />
                      <button className="btn small" type="submit">
                        {t("restore")}
                        <span className="vh"> {title}</span>
                      </button>{" "}
                      {mayPurge ? (
                        <Link className="btn quiet small square" to={`${href("trashDelete", { trashId: id })}${search}`} preventScrollReset>
                          <Icon name="trash" />
                          <span className="vh">{t("delete.named", { name: title })}</span>
                        </Link>
                      ) : null}
                    </Form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <NothingShown icon="trash" page={of.page}>
          {t("empty")}
        </NothingShown>
      )}
      <NumberedPages where="below" of={of} />
    </TrashPage>
  );
}

/** Owner and admins have the trash among the tabs of the workspace. */
function TrashPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("trash");
  const role = useShell()?.user?.role;
  if (role === "owner" || role === "admin") return <ClientPage>{children}</ClientPage>;
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
        </div>
      </div>
      {children}
    </Page>
  );
}

function Place({ to, name, isThere }: { to: string; name: string; isThere: boolean }) {
  const { t } = useTranslation("trash");
  return isThere ? <Link to={to}>{name}</Link> : t("deleted", { name });
}
