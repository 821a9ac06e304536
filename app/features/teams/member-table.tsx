import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormState } from "~/forms/form-state";
import { ActiveForm, RoleForm } from "~/lists/row-forms";
import { Avatar } from "~/ui/avatar";
import { DateText } from "~/ui/date-text";
import type { Role } from "../../../contract/rest/users";

export interface Member {
  /** The id of the membership, not of the user. */
  id: string;
  role: Role;
  /** What the person can do in the team, and why. */
  may: string;
  active: boolean;
  name: string;
  email: string;
  isMe: boolean;
  since: { iso: string; text: string };
  mayChange: boolean;
  /** Where the membership is ended; `null` if the user may not. */
  removal: string | null;
}

interface MemberTableProps {
  members: Member[];
  /** The rejected form of a row, if it was submitted without JavaScript. */
  answer?: { id: string; form: FormState };
}

const roles = ["admin", "editor", "reader"] as const;

/** The members of a team, with role and activity editable for users who may change them. An owner's role cannot be changed. */
export function MemberTable({ members, answer }: MemberTableProps) {
  const { t } = useTranslation("teams");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("members.member")}</th>
            <th scope="col">{t("members.role")}</th>
            <th scope="col">{t("members.active")}</th>
            <th scope="col">{t("members.since")}</th>
            <th scope="col">
              <span className="vh">{t("members.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} answer={answer?.id === member.id ? answer.form : undefined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberRow({ member, answer }: { member: Member; answer?: FormState }) {
  const { search } = useLocation();
  const { t } = useTranslation(["teams", "shell"]);
  const { id, role, may, active, name, email, isMe, since, mayChange, removal } = member;
  const isOwner = role === "owner";
  return (
    <tr>
      <th scope="row">
        <span className="who-cell">
          <Avatar name={name} me={isMe} />
          <span>
            <b dir="auto">{isMe ? t("teams:members.you", { name }) : name}</b> {name === email ? null : <small>{email}</small>}
          </span>
        </span>
      </th>
      <td data-label={t("teams:members.role")}>
        <div className="stack tight">
          {mayChange && !isOwner ? (
            <RoleForm id={id} name={name} role={role} roles={roles} answer={answer && "role" in answer.values ? answer : undefined} />
          ) : (
            <span>
              <span className={isOwner ? "badge" : undefined}>{t(`shell:roles.${role}`)}</span>
            </span>
          )}{" "}
          <small className="soft">{may}</small>
        </div>
      </td>
      <td data-label={t("teams:members.active")}>
        {mayChange && !isOwner ? (
          <ActiveForm id={id} name={name} active={active} answer={answer && !("role" in answer.values) ? answer : undefined} />
        ) : (
          <span className="soft">{t(isOwner && active ? "teams:members.always" : active ? "teams:members.yes" : "teams:members.no")}</span>
        )}
      </td>
      <td data-label={t("teams:members.since")}>
        <DateText date={since} />
      </td>
      <td className="end">
        {removal ? (
          <Link className="btn quiet small" to={`${removal}${search}`} preventScrollReset>
            {isMe ? t("teams:members.leave") : t("teams:members.remove")}
            {isMe ? null : <span className="vh"> {name}</span>}
          </Link>
        ) : null}
      </td>
    </tr>
  );
}
