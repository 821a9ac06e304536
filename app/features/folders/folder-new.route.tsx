import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { addPeople, firstPeople, leftForm, partlyInit } from "~/forms/add-people.server";
import { FieldGroup } from "~/forms/controls";
import { fieldsOf } from "~/forms/form-state";
import { PeopleField } from "~/forms/people-field";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { listed } from "~/i18n/listed";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { WhoCanBeAdded } from "~/layouts/who-can-be-added";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createFolder } from "~/upstream/folders.server";
import { createOwnership } from "~/upstream/ownerships.server";
import { findPeopleForTeam, listPeopleForTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { FolderFields, folderTyped } from "./folder-fields";
import { listTeamChoices, newFolderFormSchema, toFolderFields } from "./folder-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { ...folderTyped, person: "folders:new.people" } as const;

export const handle = { i18n: ["folders", "people"], typed, textAreas: ["description"] };

/** The form for a new folder, with the team it was opened from. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const teams = await listTeamChoices(upstream, t);
  if (teams.length === 0) throw new Response(null, { status: 403 });
  const wanted = new URL(request.url).searchParams.get("team");
  const team = teams.find(({ slug }) => slug === wanted) ?? (teams.length === 1 ? teams[0] : undefined);
  // The same people for every team: those of the workspace.
  const managed = teams.find(({ manages }) => manages);
  const people = managed ? await listPeopleForTeam(upstream, managed.id) : [];
  return data({
    title: t("folders:new.title"),
    teams,
    ...firstPeople(people, { team_id: managed?.id ?? "" }),
    form: newForm(newFolderFormSchema, { teamId: team?.id, role: "editor", key: crypto.randomUUID() }),
  });
}

/** Creates the folder only if everybody named in the form was found, and makes them responsible for it. */
export async function action({ request, params }: ActionFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), newFolderFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { person, role, teamId, key } = reading.value;
  const found = new Map<string, string>();
  if (person !== null) {
    const team = (await listTeamChoices(upstream, t)).find(({ id }) => id === teamId);
    if (!team) return formAnswer({ values: reading.values, errors: { teamId: [t("errors:teamNotOpen")] } });
    if (!team.manages) return formAnswer({ values: reading.values, errors: { person: [t("errors:rightsNotManaged")] } });
    const find = (term: string) => findPeopleForTeam(upstream, teamId, term);
    const add = (userId: string, name: string) => {
      found.set(userId, name);
      return Promise.resolve({ ok: true as const, data: undefined });
    };
    const addition = { ...(await addPeople(person, { find, add }, t)), added: [] };
    if (addition.left) return formAnswer(leftForm(addition, reading.values, t), {}, partlyInit(addition));
  }
  const result = await createFolder(upstream, toFolderFields(reading.value), key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const folderId = result.data.id;
  const path = href("folder", { product: config.product.slug, folderId });
  const left: string[] = [];
  for (const [userId, name] of found) {
    const added = await createOwnership(upstream, { folderId, userId, role }, key);
    if (!added.ok) left.push(name);
  }
  if (left.length === 0) return redirectWithFlash(path, "saved");
  // Somebody left the workspace, or the user's permission was revoked, a moment ago.
  return redirectWithFlash(path, "ownersLeft", { type: "warning", name: listed(left, locale) });
}

export default function FolderNew() {
  const { t } = useTranslation(["folders", "shell"]);
  const { teams, people, peopleOf, form: begun } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form: typeof begun }>();
  const form = { ...begun, ...answer?.form };
  const { person, role } = fieldsOf(form, { person: t(typed.person), role: t("folders:new.role") });
  const [params] = useSearchParams();
  const { below } = useOverlay();
  const openedAt = teams.find(({ slug }) => slug === params.get("team"));
  const closeTo = openedAt ? `${below}#team-${openedAt.slug}` : below;
  return (
    <FormDialog title={t("folders:new.title")} submit={t("folders:new.submit")} touched={answer !== undefined} closeTo={closeTo}>
      <FolderFields form={form} teams={teams} more={{ person: person.label, role: role.label }} />
      {teams.some(({ manages }) => manages) ? (
        <>
          <PeopleField field={person} hint={<WhoCanBeAdded />} optional people={people} of={peopleOf} answer={answer} />
          <FieldGroup field={role} hint={t("folders:new.roleHint")}>
            <div className="radiobar start">
              {(["editor", "admin"] as const).map((name) => (
                <label key={name}>
                  <input type="radio" name="role" value={name} defaultChecked={role.value === name} />
                  {`${t(`shell:roles.${name}`)} `}
                </label>
              ))}
            </div>
          </FieldGroup>
        </>
      ) : null}
    </FormDialog>
  );
}
