import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormState } from "~/forms/form-state";
import type { ListOrder } from "~/lists/list-order";
import { RoleForm } from "~/lists/row-forms";
import { SortedColumn } from "~/lists/sorted-column";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";
import { changedRoleSchema, type Role } from "../../../contract/rest/users";
import { memberSortable } from "./member-order";

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  isMe: boolean;
  created: { iso: string; text: string };
  membershipsCount: number;
  mayChange: boolean;
}

interface MemberTableProps {
  members: Member[];
  order: ListOrder<(typeof memberSortable)[number][0]>;
  /** The rejected form of a row, if it was submitted without JavaScript. */
  answer?: { id: string; form: FormState };
}

/** The people of the workspace, with their roles. The owner's role cannot be changed. */
export function MemberTable({ members, order, answer }: MemberTableProps) {
  const { t } = useTranslation("client");
  const sorted = { order, sortable: memberSortable };
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <SortedColumn field="first_name" label={t("members.name")} {...sorted} />
            <SortedColumn field="email" label={t("members.email")} {...sorted} />
            <th scope="col">{t("members.role")}</th>
            <SortedColumn field="created_at" label={t("members.created")} {...sorted} />
            <SortedColumn field="memberships_count" label={t("members.teams")} {...sorted} />
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
  const { t, i18n } = useTranslation(["client", "shell"]);
  const { search } = useLocation();
  const { id, name, email, role, isMe, created, membershipsCount, mayChange } = member;
  return (
    <tr>
      <th scope="row">
        <Link className="plain" to={href("clientMember", { memberId: id })} dir="auto">
          <b>{isMe ? t("client:members.you", { name }) : name}</b>
        </Link>
      </th>
      <td data-label={t("client:members.email")}>{email}</td>
      <td data-label={t("client:members.role")}>
        <div className="stack tight">
          {mayChange ? (
            <RoleForm id={id} name={name} role={role} roles={changedRoleSchema.options} answer={answer} />
          ) : (
            <span>
              <span className="badge">{t(`shell:roles.${role}`)}</span>
            </span>
          )}{" "}
          <small className="soft">{t(`client:members.may.${role}`)}</small>
        </div>
      </td>
      <td data-label={t("client:members.created")}>
        <DateText date={created} />
      </td>
      <td data-label={t("client:members.teams")}>{membershipsCount.toLocaleString(i18n.language)}</td>
      <td className="end">
        {mayChange ? (
          <Link
            className="btn quiet small square"
            to={isMe ? href("settingsCloseAccount") : `${href("memberDelete", { memberId: id })}${search}`}
            preventScrollReset
          >
            <Icon name="trash" />
            <span className="vh">{isMe ? t("client:members.closeAccount") : t("client:members.delete", { name })}</span>
          </Link>
        ) : null}
      </td>
    </tr>
  );
}
