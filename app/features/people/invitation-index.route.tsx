import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { readOrder } from "~/lists/list-order";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NothingShown, NumberedPages } from "~/lists/numbered-pages";
import { ListSearch } from "~/lists/people-tools";
import { readRowForm } from "~/lists/row-forms.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { listInvitations, resendInvitation, updateInvitation } from "~/upstream/invitations.server";
import { href } from "../../../contract/paths";
import { invitationRoleSchema } from "../../../contract/rest/invitations";
import { invitationSortable } from "./invitation-order";
import { InvitationTable } from "./invitation-table";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client", "people", "lists"] };

/** A page of the pending invitations. The API enforces the permission. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { term, page } = readNumberedList(request);
  const order = readOrder(new URL(request.url).search, invitationSortable);
  const { entries, meta } = await listInvitations(upstream, { term, page, ...order });
  return data({
    title: translator(locale)("client:tabs.clientInvitations"),
    term,
    order,
    of: toPageOfTotal(meta, entries.length),
    invitations: entries.map(({ id, email, role, teams, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      teams: teams.join(", "),
      created: dayOfMoment(createdAt),
      expires: dayOfMoment(expiresAt),
      isExpired: Date.parse(expiresAt) <= Date.now(),
    })),
  });
}

/** Resends the invitation of a row, or saves its role. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readRowForm(body, invitationRoleSchema, t);
  if (!reading.ok) return formAnswer(reading.form, { isMail: false });
  const { id, admin, inPlace } = reading.value;
  const isMail = body.has("again");
  // Neither button nor switch: without this, an admin's invitation would become an editor's.
  if (!isMail && admin === undefined) return formAnswer({ values: reading.values, errors: { admin: [t("errors:required")] } }, { isMail });
  const result = await (isMail ? resendInvitation(upstream, id) : updateInvitation(upstream, id, admin ? "admin" : "editor"));
  if (!result.ok) return refusalAnswer(result, reading.values, t, { isMail });
  if (inPlace) return data({ isSaved: true as const });
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(`${pathname}${search}`, isMail ? "invitationSent" : "saved");
}

export default function InvitationIndex() {
  const { t } = useTranslation("client");
  const { term, order, of, invitations } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useActionData<{ form?: FormState; isMail?: boolean }>();
  return (
    <ClientPage
      action={
        <Link className="btn primary" to={`${href("clientInvitationNew")}${search}`} preventScrollReset>
          <Icon name="mail" />
          {t("invitations.add")}
        </Link>
      }
    >
      <div className="cluster tools">
        <ListSearch term={term} label={t("invitations.search")} placeholder={t("invitations.placeholder")} />
      </div>
      <NumberedPages where="above" of={of} />
      {invitations.length > 0 ? (
        <InvitationTable
          invitations={invitations}
          order={order}
          answer={answer?.form && { id: typedText(answer.form.values, "id"), form: answer.form, isMail: answer.isMail ?? false }}
        />
      ) : (
        <NothingShown icon="mail" page={of.page} all={term === undefined ? undefined : t("invitations.showAll")}>
          {term === undefined ? t("invitations.emptyText") : t("invitations.noneFound", { term })}
        </NothingShown>
      )}
      <NumberedPages where="below" of={of} />
    </ClientPage>
  );
}
