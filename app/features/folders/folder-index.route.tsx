import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { recentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { useProductSlug } from "~/layouts/shell";
import { newcomersStep } from "~/lists/newcomer.server";
import { requireSession } from "~/session/session.server";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { teamName } from "~/ui/team-name";
import { type Folder, listFolders } from "~/upstream/folders.server";
import { listTeams } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { FolderCard, type FolderCardData } from "./folder-card";
import stylesheet from "./folder-index.css?url";
import { keepSeenFolders, readSeenFolders, seenAt } from "./seen-folders.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { shouldRevalidateList as shouldRevalidate } from "~/lists/list-state";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = { i18n: ["folders"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  requireProduct(params.product);
  const { upstream, user, locale } = await requireSession(request);
  const [teams, folders] = await Promise.all([listTeams(upstream), listFolders(upstream, { recent: true })]);
  const t = translator(locale);
  const seen = readSeenFolders(request);
  const toCard = (folder: Folder): FolderCardData => ({
    id: folder.id,
    name: folder.name,
    description: folder.description,
    isInbox: folder.purpose === "inbox",
    contentsCount: folder.contentsCount,
    newCount: (folder.recentContentAt ?? []).filter((moment) => Date.parse(moment) > seenAt(seen, folder.id)).length,
    latest: folder.latestContentAt === null ? null : recentText(folder.latestContentAt, locale, t("folders:today")),
  });
  const own = new Map(teams.map((team) => [team.id, team]));
  // A user can own a folder without being in its team; it is still listed in a section of that team.
  const others = [...new Map(folders.filter(({ teamId }) => !own.has(teamId)).map(({ team }) => [team.id, team])).values()];
  const sections = [...teams, ...others].map((team) => {
    const ofTeam = folders.filter(({ teamId }) => teamId === team.id);
    const ownTeam = own.get(team.id);
    const isPersonal = team.visibility === "is_personal";
    return {
      id: team.id,
      slug: team.slug,
      name: teamName(team, t),
      onlyYou: ownTeam !== undefined && isPersonal && ofTeam.every(({ ownershipsCount }) => ownershipsCount === 0),
      membershipsCount: isPersonal ? null : (ownTeam?.membershipsCount ?? null),
      mayAdd: ownTeam?.permissions.createFolder ?? false,
      folders: ofTeam.map(toCard),
    };
  });
  // No team at all, not even one of a folder the user is responsible for.
  const step = sections.length > 1 ? undefined : newcomersStep(teams, user.role, t);
  const mayImport = folders.some(({ permissions }) => permissions.createContent);
  return data({ title: t("folders:title"), sections, step, mayImport }, { headers: { "Set-Cookie": keepSeenFolders(seen) } });
}

export default function FoldersPage() {
  const { t } = useTranslation("folders");
  const { sections, step, mayImport } = useLoaderData<typeof loader>();
  const product = useProductSlug();
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
        </div>
        {mayImport ? (
          <Link className="btn quiet" to={href("bookmarkImportNew", { product })}>
            <Icon name="upload" />
            {t("importBookmarks")}
          </Link>
        ) : null}
        {sections.length > 1 ? (
          <nav className="jump" aria-label={t("jump")}>
            {sections.map(({ id, slug, name }) => (
              <Link key={id} to={`#team-${slug}`}>
                {name}{" "}
              </Link>
            ))}
          </nav>
        ) : null}
      </div>
      {sections.map(({ id, slug, name, onlyYou, membershipsCount, mayAdd, folders }) => (
        <section className="section" id={`team-${slug}`} key={id} aria-labelledby={`team-${slug}-name`}>
          <div className="section-head">
            <h2 id={`team-${slug}-name`}>{name}</h2>
            {onlyYou ? <span className="soft">{t("onlyYou")}</span> : null}
            {membershipsCount !== null ? <span className="soft">{t("members", { count: membershipsCount })}</span> : null}
            {mayAdd ? <NewFolder team={{ slug, name }} /> : null}
          </div>
          {folders.length > 0 ? (
            // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
            <ul className="grid folders" role="list">
              {folders.map((folder) => (
                <FolderCard key={folder.id} folder={folder} />
              ))}
            </ul>
          ) : (
            <Empty compact icon="folder" title={t("noFolders.title")}>
              {t("noFolders.text")}
            </Empty>
          )}
        </section>
      ))}
      <p>
        <Link to={href("trash")}>{t("trash")}</Link>
      </p>
      {step ? (
        <Empty
          icon="teams"
          title={step.title}
          action={
            step.to ? (
              <Link className="btn primary" to={step.to}>
                {step.label}
              </Link>
            ) : null
          }
        >
          {step.text}
        </Empty>
      ) : null}
    </Page>
  );
}

function NewFolder({ team: { slug, name } }: { team: { slug: string; name: string } }) {
  const { t } = useTranslation("folders");
  const product = useProductSlug();
  return (
    <Link
      className="btn small push"
      to={`${href("folderNew", { product })}?${new URLSearchParams({ team: slug })}`}
      aria-label={t("new.inTeam", { team: name })}
      preventScrollReset
    >
      <Icon name="plus" small />
      <span>{t("new.title")}</span>
    </Link>
  );
}
