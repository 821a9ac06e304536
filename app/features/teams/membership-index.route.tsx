import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { TeamPage } from "~/layouts/team-page";
import { accessText } from "~/lists/access-text.server";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NobodyShown, NumberedPages } from "~/lists/numbered-pages";
import { PeopleTools } from "~/lists/people-tools";
import { readRowForm } from "~/lists/row-forms.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { Icon } from "~/ui/icon";
import { teamName } from "~/ui/team-name";
import { unlessGone } from "~/upstream/failure.server";
import { listMemberships, updateMembership } from "~/upstream/memberships.server";
import { requireTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { changedRoleSchema } from "../../../contract/rest/users";
import { MemberTable } from "./member-table";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams", "people", "lists"] };

export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const list = readNumberedList(request);
  const [team, { entries, meta }] = await Promise.all([requireTeam(upstream, teamId), listMemberships(upstream, { teamId, ...list })]);
  const name = teamName(team, t);
  return data({
    title: t("teams:members.titleOf", { name }),
    team: { id: team.id, name },
    addition: team.permissions.manageMembers ? serverHref("membershipNew", { teamId: team.id }) : null,
    term: list.term,
    role: list.role,
    of: toPageOfTotal(meta, entries.length),
    members: entries.map(({ id, role, active, user, clientRole, access, createdAt, permissions }) => ({
      id,
      role,
      may: accessText(access, { own: "team", clientRole }, t),
      active,
      name: displayName(user),
      email: user.email,
      isMe: user.id === userId,
      since: dayOfMoment(createdAt),
      mayChange: permissions.update,
      removal: permissions.update
        ? user.id === userId
          ? href("teamSettingsLeave", { teamId: team.id })
          : serverHref("membershipDelete", { teamId: team.id, membershipId: id })
        : null,
    })),
  });
}

/** Saves the changes to one row. Users who revoked their own access to the team are redirected to the team list. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readRowForm(await request.formData(), changedRoleSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { id, role, active, inPlace } = reading.value;
  const result = await updateMembership(upstream, id, { role, active });
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const team = await unlessGone(requireTeam(upstream, teamId));
  if (team && inPlace) return data({ isSaved: true as const });
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(team ? `${pathname}${search}` : href("teams"), "saved");
}

export default function TeamMembers() {
  const { t } = useTranslation("teams");
  const { team, addition, term, role, of, members } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useActionData<{ form?: FormState }>()?.form;
  return (
    <TeamPage
      team={team}
      tab="teamMembers"
      action={
        addition ? (
          <Link className="btn primary" to={`${addition}${search}`} preventScrollReset>
            <Icon name="user-plus" />
            {t("members.add")}
          </Link>
        ) : null
      }
    >
      <PeopleTools term={term} role={role} />
      <NumberedPages where="above" of={of} />
      {members.length > 0 ? (
        <MemberTable members={members} answer={answer && { id: typedText(answer.values, "id"), form: answer }} />
      ) : (
        <NobodyShown isNarrowed={term !== undefined || role !== undefined} page={of.page} />
      )}
      <NumberedPages where="below" of={of} />
    </TeamPage>
  );
}
