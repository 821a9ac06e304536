import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { addedText, addPeople, leftForm, partlyInit } from "~/forms/add-people.server";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { FormState } from "~/forms/form-state";
import { formAnswer, formKeySchema, readForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { displayName } from "~/ui/display-name";
import { createMembership } from "~/upstream/memberships.server";
import { findPeopleForTeam, listPeopleForTeam, listTeams } from "~/upstream/teams.server";
import { newMembershipRoleSchema } from "../../../contract/rest/memberships";
import { idSchema, requiredLine } from "../../../contract/rest/shared";
import { MembershipFields } from "./membership-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams", "people"] };

/** The form of a new membership, in the team that it was opened at. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const [teams, people] = await Promise.all([listTeams(upstream), listPeopleForTeam(upstream, teamId)]);
  return data({
    title: translator(locale)("teams:add.title"),
    teams: teams.filter(({ permissions }) => permissions.manageMembers).map(({ id, name }) => ({ id, name })),
    people: people.map((person) => ({ email: person.email, name: displayName(person) })),
    form: { values: { teamId, role: "editor", key: crypto.randomUUID() }, errors: {} },
  });
}

const membershipFormSchema = z.object({ person: requiredLine(), role: newMembershipRoleSchema, teamId: idSchema, key: formKeySchema });

/** Adds one person or several, and leads to the people of the chosen team; who could not be added stays in the form. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), membershipFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { person, role, teamId, key } = reading.value;
  const managed = (await listTeams(upstream)).some(({ id, permissions }) => id === teamId && permissions.manageMembers);
  if (!managed) return formAnswer({ values: reading.values, errors: { teamId: [t("errors:teamNotManaged")] } }, {});
  const find = (term: string) => findPeopleForTeam(upstream, teamId, term);
  const add = (userId: string) => createMembership(upstream, { teamId, userId, role }, key);
  const addition = await addPeople(person, { find, add }, t);
  if (addition.left) {
    return formAnswer(leftForm(addition, reading.values, t), { added: addedText(addition, t, locale) }, partlyInit(addition));
  }
  const isHere = teamId === params.teamId;
  return redirect(isHere ? pageBelow(request, "new") : href("teamMembers", { teamId }), {
    headers: { "Set-Cookie": showNotice("success", "saved") },
  });
}

export default function MembershipNew() {
  const { t } = useTranslation(["teams", "shell"]);
  const { teams, people, form } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form: FormState; added?: string }>();
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  return (
    <Dialog title={t("teams:add.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" id="membership-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <MembershipFields form={answer?.form ?? form} added={answer?.added} teams={teams} people={people} />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {t("teams:add.submit")}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="membership-form" touched={answer !== undefined} />
    </Dialog>
  );
}
