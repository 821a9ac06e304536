import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import type { ListOrder } from "~/lists/list-order";
import { AdminForm } from "~/lists/row-forms";
import { SortedColumn } from "~/lists/sorted-column";
import { DateText } from "~/ui/date-text";
import { FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";
import { invitationSortable } from "./invitation-order";

interface Invitation {
  id: string;
  email: string;
  role: "admin" | "editor";
  /** Names, separated by commas. */
  teams: string;
  created: { iso: string; text: string };
  expires: { iso: string; text: string };
  isExpired: boolean;
}

interface InvitationTableProps {
  invitations: Invitation[];
  order: ListOrder<(typeof invitationSortable)[number][0]>;
  /** The rejected form of a row; `isMail` means that resending the invitation failed. */
  answer?: { id: string; form: FormState; isMail: boolean };
}

/** The pending invitations, with their roles and actions. */
export function InvitationTable({ invitations, order, answer }: InvitationTableProps) {
  const { t } = useTranslation("client");
  const { search } = useLocation();
  const sorted = { order, sortable: invitationSortable };
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <SortedColumn field="email" label={t("invitations.email")} {...sorted} />
            <th scope="col">{t("invitations.role")}</th>
            <th scope="col">{t("invitations.teams")}</th>
            <SortedColumn field="created_at" label={t("invitations.created")} {...sorted} />
            <th scope="col">{t("invitations.expires")}</th>
            <th scope="col">
              <span className="vh">{t("invitations.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, teams, created, expires, isExpired }) => (
            <tr key={id}>
              <th scope="row">
                <b dir="auto">{email}</b>
              </th>
              <td data-label={t("invitations.role")}>
                <AdminForm id={id} name={email} role={role} answer={answer?.id === id && !answer.isMail ? answer.form : undefined} />
              </td>
              <td data-label={t("invitations.teams")} dir="auto">
                {teams || <span className="soft">{t("invitations.noTeams")}</span>}
              </td>
              <td data-label={t("invitations.created")}>
                <DateText date={created} />
              </td>
              <td data-label={t("invitations.expires")}>
                {isExpired ? (
                  <span className="badge bad">
                    {t("invitations.expired")} <DateText date={expires} />
                  </span>
                ) : (
                  <DateText date={expires} />
                )}
              </td>
              <td className="end">
                {answer?.id === id && answer.isMail ? <NotSent id={id} form={answer.form} /> : null}
                <span className="cluster">
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="id" value={id} />
                    <button className="btn small" type="submit" name="again" value="1">
                      {t("invitations.again")}
                      <span className="vh"> {t("invitations.againTo", { email })}</span>
                    </button>
                  </Form>{" "}
                  <Link
                    className="btn quiet small square"
                    to={`${href("clientInvitationDelete", { invitationId: id })}${search}`}
                    preventScrollReset
                  >
                    <Icon name="trash" />
                    <span className="vh">{t("invitations.delete", { email })}</span>
                  </Link>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows next to the button why the mail was not sent. */
function NotSent({ id, form }: { id: string; form: FormState }) {
  return (
    <div role="alert">
      <FieldError id={`again-${id}`} errors={useMessages(form)} />
    </div>
  );
}
