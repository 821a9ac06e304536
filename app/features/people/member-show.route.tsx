import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { accessText } from "~/lists/access-text.server";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NumberedPages } from "~/lists/numbered-pages";
import { RoleForm } from "~/lists/row-forms";
import { readRowForm } from "~/lists/row-forms.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { Breadcrumb } from "~/ui/breadcrumb";
import { DateText } from "~/ui/date-text";
import { displayName } from "~/ui/display-name";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { listMembershipsOf, updateMembership } from "~/upstream/memberships.server";
import { requireUser, updateRole } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { changedRoleSchema } from "../../../contract/rest/users";
import { MembershipTable } from "./membership-table";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client", "people", "lists"] };

/** A person of the workspace and their teams. The API enforces the permission. */
export async function loader({ request, params: { memberId = "" } }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const { page } = readNumberedList(request);
  // In sequence, so that users who may not manage anyone get a 403, whether or not they can see this person.
  const { entries, meta } = await listMembershipsOf(upstream, { userId: memberId, page });
  const user = await requireUser(upstream, memberId);
  const name = displayName(user);
  const t = translator(locale);
  return data({
    title: t("client:members.titleOf", { name }),
    member: {
      id: user.id,
      name,
      email: user.email,
      role: user.role,
      jobTitle: user.jobTitle,
      created: dayOfMoment(user.createdAt),
      isMe: user.id === userId,
      removal: user.id === userId ? href("settingsCloseAccount") : serverHref("memberRemoval", { memberId: user.id }),
    },
    of: toPageOfTotal(meta, entries.length),
    memberships: entries.map(({ id, role, active, team, clientRole, access, createdAt, permissions }) => ({
      id,
      role,
      active,
      may: accessText(access, { own: "team", clientRole }, t),
      team: { id: team.id, name: team.name },
      since: dayOfMoment(createdAt),
      mayChange: permissions.update,
    })),
  });
}

/**
 * Saves the person's role, or the changes to one of their team memberships. Users who revoked their own access to this page are redirected
 * to the stream.
 */
export async function action({ request, params: { memberId = "" } }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readRowForm(await request.formData(), changedRoleSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { id, role, active, inPlace } = reading.value;
  const isOfPerson = id === memberId;
  if (isOfPerson && !role) return formAnswer({ values: reading.values, errors: { role: [t("errors:required")] } });
  const result = isOfPerson && role ? await updateRole(upstream, id, role) : await updateMembership(upstream, id, { role, active });
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const isOut = isOfPerson && memberId === userId && role !== "admin";
  if (inPlace && !isOut) return data({ isSaved: true as const });
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(isOut ? href("stream") : `${pathname}${search}`, "saved");
}

export default function MemberShow() {
  const { t } = useTranslation(["client", "shell"]);
  const { member, of, memberships } = useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  const answer = form && { id: typedText(form.values, "id"), form };
  const { id, name, email, role, jobTitle, created, isMe, removal } = member;
  return (
    <ClientPage>
      <Breadcrumb
        label={t("shell:path")}
        links={[{ to: href("clientMembers"), text: t("client:members.path") }]}
        current={isMe ? t("client:members.you", { name }) : name}
      />
      <section className="stack" aria-labelledby="member">
        <div className="section-head">
          <h2 id="member" dir="auto">
            {name}
          </h2>
          {role === "owner" ? null : (
            <Link className="btn push" to={removal} preventScrollReset>
              <Icon name="trash" />
              {t(isMe ? "client:members.closeAccount" : "client:members.deleteButton")}
            </Link>
          )}
        </div>
        <dl className="facts wide-keys limit">
          <div>
            <dt>{t("client:members.email")}</dt>
            <dd>{email}</dd>
          </div>
          {jobTitle ? (
            <div>
              <dt>{t("client:members.jobTitle")}</dt>
              <dd dir="auto">{jobTitle}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t("client:members.created")}</dt>
            <dd>
              <DateText date={created} />
            </dd>
          </div>
          <div>
            <dt>{t("client:members.role")}</dt>
            <dd>
              {role === "owner" ? (
                <span className="badge">{t("shell:roles.owner")}</span>
              ) : (
                <RoleForm
                  id={id}
                  name={name}
                  role={role}
                  roles={changedRoleSchema.options}
                  answer={answer?.id === id ? answer.form : undefined}
                />
              )}{" "}
              <small className="soft">{t(`client:members.may.${role}`)}</small>
            </dd>
          </div>
        </dl>
      </section>
      <section className="stack" aria-labelledby="memberships">
        <h2 id="memberships">{t("client:members.memberships")}</h2>
        {memberships.length > 0 ? (
          <>
            <NumberedPages where="above" of={of} />
            <MembershipTable memberships={memberships} answer={answer} />
            <NumberedPages where="below" of={of} />
          </>
        ) : (
          <Empty icon="teams" title={t("client:members.noTeams")} compact>
            {t("client:members.noTeamsText", { name })}
          </Empty>
        )}
      </section>
    </ClientPage>
  );
}
