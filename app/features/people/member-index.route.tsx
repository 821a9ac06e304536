import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { readOrder } from "~/lists/list-order";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NobodyShown, NumberedPages } from "~/lists/numbered-pages";
import { PeopleTools } from "~/lists/people-tools";
import { readRowForm } from "~/lists/row-forms.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { Icon } from "~/ui/icon";
import { listMembers, updateRole } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { changedRoleSchema } from "../../../contract/rest/users";
import { memberSortable } from "./member-order";
import { MemberTable } from "./member-table";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client", "people", "lists"] };

/** A page of the workspace's people. The API enforces the permission. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const list = readNumberedList(request);
  const order = readOrder(new URL(request.url).search, memberSortable);
  const { entries, meta } = await listMembers(upstream, { ...list, ...order });
  return data({
    title: translator(locale)("client:tabs.clientMembers"),
    term: list.term,
    role: list.role,
    order,
    of: toPageOfTotal(meta, entries.length),
    members: entries.map((member) => ({
      id: member.id,
      name: displayName(member),
      email: member.email,
      role: member.role,
      isMe: member.id === userId,
      created: dayOfMoment(member.createdAt),
      membershipsCount: member.membershipsCount,
      mayChange: member.permissions.update,
    })),
  });
}

/** Saves the role of one row. Users who revoked their own access to this page are redirected to the stream. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readRowForm(await request.formData(), changedRoleSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { id, role, inPlace } = reading.value;
  if (!role) return formAnswer({ values: reading.values, errors: { role: [t("errors:required")] } });
  const result = await updateRole(upstream, id, role);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const isOut = id === userId && role !== "admin";
  if (inPlace && !isOut) return data({ isSaved: true as const });
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(isOut ? href("stream") : `${pathname}${search}`, "saved");
}

export default function MemberIndex() {
  const { t } = useTranslation("client");
  const { term, role, order, of, members } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form?: FormState }>()?.form;
  return (
    <ClientPage
      action={
        <Link className="btn primary" to={href("clientInvitationNew")}>
          <Icon name="mail" />
          {t("members.invite")}
        </Link>
      }
    >
      <PeopleTools term={term} role={role} />
      <NumberedPages where="above" of={of} />
      {members.length > 0 ? (
        <MemberTable members={members} order={order} answer={answer && { id: typedText(answer.values, "id"), form: answer }} />
      ) : (
        <NobodyShown isNarrowed={term !== undefined || role !== undefined} page={of.page} />
      )}
      <NumberedPages where="below" of={of} />
    </ClientPage>
  );
}
