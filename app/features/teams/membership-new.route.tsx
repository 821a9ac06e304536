import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { findPerson } from "~/forms/find-person.server";
import type { FormState } from "~/forms/form-state";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { listed } from "~/i18n/listed";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { displayName } from "~/ui/display-name";
import type { Refusal, Upstream } from "~/upstream/client.server";
import { createMembership } from "~/upstream/memberships.server";
import { findPeopleForTeam, listPeopleForTeam, listTeams } from "~/upstream/teams.server";
import { newMembershipRoleSchema } from "../../../contract/rest/memberships";
import { cleanLine, idSchema, requiredLine } from "../../../contract/rest/shared";
import { MembershipFields } from "./membership-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

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

/** Adds one person or several, and leads to the people of the chosen team. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), membershipFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { person, role, teamId, key } = reading.value;
  const refuse = (errors: Record<string, string[]>) => formAnswer({ values: reading.values, errors }, {});
  const managed = (await listTeams(upstream)).some(({ id, permissions }) => id === teamId && permissions.manageMembers);
  if (!managed) return refuse({ teamId: [t("errors:teamNotManaged")] });
  const found = await findEverybody(upstream, teamId, person, t);
  if (!found.ok && found.refusal) return formAnswer(refusedForm(found.refusal, reading.values, t), {}, refusalInit(found.refusal));
  if (!found.ok) return refuse({ person: found.messages });
  const added: string[] = [];
  const refused: string[] = [];
  // Those who are in by now are named; sent again with the same key, they are not added twice.
  const withAdded = (form: FormState): FormState => {
    const said = added.length > 0 ? t("teams:add.added", { names: listed(added, locale) }) : undefined;
    const errors = refused.length > 0 ? { ...form.errors, person: [...refused, ...(form.errors.person ?? [])] } : form.errors;
    const message = [said, form.message].filter(Boolean).join(" ");
    return { ...form, errors, ...(message ? { message } : {}) };
  };
  for (const { id: userId, name } of found.people) {
    const result = await createMembership(upstream, { teamId, userId, role }, key);
    if (result.ok) {
      added.push(name);
      continue;
    }
    const { userId: messages, ...errors } = result.errors;
    if (!messages) return formAnswer(withAdded(refusedForm({ ...result, errors }, reading.values, t)), {}, refusalInit(result));
    refused.push(...messages.map((message) => (found.people.length > 1 ? `${name}: ${message}` : message)));
  }
  if (refused.length > 0) return formAnswer(withAdded({ values: reading.values, errors: {} }), {});
  const isHere = teamId === params.teamId;
  return redirect(isHere ? pageBelow(request, "new") : href("teamMembers", { teamId }), {
    headers: { "Set-Cookie": showNotice("success", "saved") },
  });
}

/** So many are added at once; each is looked for by name. */
const mostAtOnce = 20;

type Everybody = { ok: true; people: { id: string; name: string }[] } | { ok: false; messages: string[]; refusal?: Refusal };

/** Whom the text names: one, or several that commas or semicolons part. Where one of them is nobody, what is wrong with each. */
async function findEverybody(upstream: Upstream, teamId: string, typed: string, t: Translate): Promise<Everybody> {
  const names = [...new Set(typed.split(/[,;]/).map(cleanLine).filter(Boolean))];
  if (names.length > mostAtOnce) return { ok: false, messages: [t("errors:tooMany", { max: mostAtOnce })] };
  // A name may have a comma in it.
  const whole = await findOne(typed);
  if (whole.ok || names.length < 2) return whole;
  const found = await Promise.all(names.map(findOne));
  const refusal = found.find((one) => !one.ok && one.refusal);
  if (refusal) return refusal;
  const messages = found.flatMap((one, index) => (one.ok ? [] : one.messages.map((message) => `${names[index]}: ${message}`)));
  return messages.length > 0 ? { ok: false, messages } : { ok: true, people: found.flatMap((one) => (one.ok ? one.people : [])) };

  async function findOne(name: string): Promise<Everybody> {
    const people = await findPeopleForTeam(upstream, teamId, name);
    if (!people.ok) return { ok: false, messages: [], refusal: people };
    const one = findPerson(people.data, name, t);
    return one.ok ? { ok: true, people: [{ id: one.id, name }] } : { ok: false, messages: [one.message] };
  }
}

export default function MembershipNew() {
  const { t } = useTranslation(["teams", "shell"]);
  const { teams, people, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  return (
    <Dialog title={t("teams:add.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" id="membership-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <MembershipFields form={answer ?? form} teams={teams} people={people} />
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
