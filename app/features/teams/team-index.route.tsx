import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import { teamName } from "~/ui/team-name";
import { listTeams } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const teams = (await listTeams(upstream)).map((team) => ({
    id: team.id,
    name: teamName(team, t),
    membershipsCount: team.membershipsCount,
    foldersCount: team.foldersCount,
    role: team.role,
    may: team.permissions,
  }));
  return data({ title: t("teams:title"), teams, mayAdd: user.role !== "reader" });
}

export default function TeamsPage() {
  const { t, i18n } = useTranslation(["teams", "shell"]);
  const { teams, mayAdd } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("teams:title")}</h1>
          <p>{t("teams:lead")}</p>
        </div>
        {mayAdd ? (
          <Link className="btn primary" to={href("teamNew")} preventScrollReset>
            <Icon name="plus" />
            {t("teams:new.title")}
          </Link>
        ) : null}
      </div>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("teams:list.team")}</th>
              <th scope="col">{t("teams:list.members")}</th>
              <th scope="col">{t("teams:list.folders")}</th>
              <th scope="col">{t("teams:list.role")}</th>
              <th scope="col">
                <span className="vh">{t("teams:list.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {teams.map(({ id, name, membershipsCount, foldersCount, role, may }) => (
              <tr key={id}>
                <th scope="row">
                  <Link className="plain" to={href("teamSettings", { teamId: id })} dir="auto">
                    <b>{name}</b>
                  </Link>
                </th>
                <td data-label={t("teams:list.members")}>{membershipsCount.toLocaleString(i18n.language)}</td>
                <td data-label={t("teams:list.folders")}>{foldersCount.toLocaleString(i18n.language)}</td>
                <td data-label={t("teams:list.role")}>{role ? t(`shell:roles.${role}`) : t("teams:list.noMember")}</td>
                <td className="end">
                  <TeamMenu id={id} name={name} may={may} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Page>
  );
}

interface TeamMenuProps {
  id: string;
  name: string;
  may: { update: boolean; leave: boolean; destroy: boolean };
}

function TeamMenu({ id, name, may }: TeamMenuProps) {
  const { t } = useTranslation("teams");
  if (!may.update && !may.leave && !may.destroy) return null;
  return (
    <Menu button="btn quiet square small" label={t("menu.label", { name })} summary={<Icon name="more" />}>
      {may.update ? (
        <MenuLink to={href("teamEdit", { teamId: id })} icon="edit">
          {t("menu.edit")}
        </MenuLink>
      ) : null}
      {may.leave ? (
        <MenuLink to={href("teamLeave", { teamId: id })} icon="logout">
          {t("menu.leave")}
        </MenuLink>
      ) : null}
      {may.destroy ? (
        <>
          <hr />
          <MenuLink to={href("teamDelete", { teamId: id })} icon="trash" danger>
            {t("menu.delete")}
          </MenuLink>
        </>
      ) : null}
    </Menu>
  );
}
