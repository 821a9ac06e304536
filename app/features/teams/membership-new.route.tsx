import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { addedText, addPeople, firstPeople, leftForm, partlyInit, requiredPeople } from "~/forms/add-people.server";
import { FieldGroup, HiddenFields } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { PeopleField } from "~/forms/people-field";
import { formAnswer, formKeySchema, newForm, readForm } from "~/forms/read-form.server";
import { SearchableField } from "~/forms/searchable-field";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { listBelow } from "~/layouts/overlay";
import { WhoCanBeAdded } from "~/layouts/who-can-be-added";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createMembership } from "~/upstream/memberships.server";
import { findPeopleForTeam, listPeopleForTeam, listTeams } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { newMembershipRoleSchema } from "../../../contract/rest/memberships";
import { idSchema } from "../../../contract/rest/shared";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { person: "teams:add.person" } as const;

export const handle = { i18n: ["teams", "people"], typed };

const membershipFormSchema = z.object({ person: requiredPeople, role: newMembershipRoleSchema, teamId: idSchema, key: formKeySchema });

/** The form for a new membership, with the team it was opened from preselected. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const [teams, people] = await Promise.all([listTeams(upstream), listPeopleForTeam(upstream, teamId)]);
  const managed = teams.filter(({ permissions }) => permissions.manageMembers).map(({ id, name }) => ({ id, name }));
  if (!managed.some(({ id }) => id === teamId)) throw new Response(null, { status: 403 });
  return data({
    title: translator(locale)("teams:add.title"),
    teams: managed,
    ...firstPeople(people, { team_id: teamId }),
    form: newForm(membershipFormSchema, { teamId, role: "editor", key: crypto.randomUUID() }),
  });
}

/** Adds one or more people, and redirects to the members of the chosen team. Those who could not be added stay in the form. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), membershipFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { person, role, teamId, key } = reading.value;
  const managed = (await listTeams(upstream)).some(({ id, permissions }) => id === teamId && permissions.manageMembers);
  if (!managed) return formAnswer({ values: reading.values, errors: { teamId: [t("errors:teamNotManaged")] } });
  const find = (term: string) => findPeopleForTeam(upstream, teamId, term);
  const add = (userId: string) => createMembership(upstream, { teamId, userId, role }, key);
  const addition = await addPeople(person, { find, add }, t);
  if (addition.left) {
    return formAnswer(leftForm(addition, reading.values, t), { added: addedText(addition, t, locale) }, partlyInit(addition));
  }
  const members = href("teamMembers", { teamId });
  return redirectWithFlash(teamId === params.teamId ? listBelow(request, members) : members, "saved");
}

export default function MembershipNew() {
  const { t } = useTranslation(["teams", "people", "shell"]);
  const { teams, people, peopleOf, form: begun } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form: typeof begun; added?: string }>();
  const form = { ...begun, ...answer?.form };
  const fields = fieldsOf(form, { person: t(typed.person), role: t("teams:members.role"), teamId: t("teams:add.team") });
  const { added } = answer ?? {};
  return (
    <FormDialog title={t("teams:add.title")} submit={t("teams:add.submit")} touched={answer !== undefined}>
      <FormErrors
        form={added ? { ...form, message: [added, form.message].filter(Boolean).join(" ") } : form}
        fields={fields}
        refused={added ? t("people:add.notAll") : undefined}
      />
      <PeopleField field={fields.person} hint={<WhoCanBeAdded />} people={people} of={peopleOf} answer={answer} />
      <FieldGroup field={fields.role} hint={t("teams:add.roleHint")}>
        <div className="radiobar start">
          {(["editor", "admin"] as const).map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={fields.role.value === role} />
              {`${t(`shell:roles.${role}`)} `}
            </label>
          ))}
        </div>
      </FieldGroup>
      <SearchableField field={fields.teamId} groups={[{ name: "", options: teams }]} />
      <HiddenFields form={form} names={["key"]} />
    </FormDialog>
  );
}
