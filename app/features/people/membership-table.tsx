import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormState } from "~/forms/form-state";
import { ActiveForm, RoleForm } from "~/lists/row-forms";
import { DateText } from "~/ui/date-text";
import { href } from "../../../contract/paths";
import { changedRoleSchema, type Role } from "../../../contract/rest/users";

interface Membership {
  id: string;
  role: Role;
  active: boolean;
  /** What the person can do in the team, and why. */
  may: string;
  team: { id: string; name: string };
  since: { iso: string; text: string };
  mayChange: boolean;
}

interface MembershipTableProps {
  memberships: Membership[];
  /** The rejected form of a row, if it was submitted without JavaScript. */
  answer?: { id: string; form: FormState };
}

/** A person's teams, with editable role and activity. The role of a team's owner cannot be changed. */
export function MembershipTable({ memberships, answer }: MembershipTableProps) {
  const { t } = useTranslation(["client", "shell"]);
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("client:members.team")}</th>
            <th scope="col">{t("client:members.role")}</th>
            <th scope="col">{t("client:members.active")}</th>
            <th scope="col">{t("client:members.since")}</th>
          </tr>
        </thead>
        <tbody>
          {memberships.map(({ id, role, active, may, team, since, mayChange }) => {
            const form = answer?.id === id ? answer.form : undefined;
            return (
              <tr key={id}>
                <th scope="row">
                  <Link className="plain" to={href("teamMembers", { teamId: team.id })} dir="auto">
                    <b>{team.name}</b>
                  </Link>
                </th>
                <td data-label={t("client:members.role")}>
                  <div className="stack tight">
                    {mayChange ? (
                      <RoleForm
                        id={id}
                        name={team.name}
                        isTeam
                        role={role}
                        roles={changedRoleSchema.options}
                        answer={form && "role" in form.values ? form : undefined}
                      />
                    ) : (
                      <span>
                        <span className={role === "owner" ? "badge" : undefined}>{t(`shell:roles.${role}`)}</span>
                      </span>
                    )}{" "}
                    <small className="soft">{may}</small>
                  </div>
                </td>
                <td data-label={t("client:members.active")}>
                  {mayChange ? (
                    <ActiveForm
                      id={id}
                      name={team.name}
                      isTeam
                      active={active}
                      answer={form && !("role" in form.values) ? form : undefined}
                    />
                  ) : (
                    <span className="soft">{t(active ? "client:members.yes" : "client:members.no")}</span>
                  )}
                </td>
                <td data-label={t("client:members.since")}>
                  <DateText date={since} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
