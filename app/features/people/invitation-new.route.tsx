import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup, HiddenFields, SwitchField, TextAreaField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, typedText } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createInvitations } from "~/upstream/invitations.server";
import { listTeams } from "~/upstream/teams.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { invitationFormSchema } from "./invitation-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { emailAddresses: "client:invitations.new.emailAddresses" } as const;

export const handle = { i18n: ["client"], typed, textAreas: ["emailAddresses"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  if (user.role !== "owner" && user.role !== "admin") throw new Response(null, { status: 403 });
  const teams = (await listTeams(upstream)).filter(({ visibility }) => visibility === "is_public").map(({ id, name }) => ({ id, name }));
  return data({
    title: translator(locale)("client:invitations.new.title"),
    teams,
    form: newForm(invitationFormSchema, { teamIds: teams.length === 1 ? teams.map(({ id }) => id) : [], key: crypto.randomUUID() }),
  });
}

/** Invites everyone or no one: each invalid address is reported, and all input is kept. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readForm(body, invitationFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { emailAddresses, admin, teamIds, key } = reading.value;
  const result = await createInvitations(upstream, { emailAddresses, role: admin ? "admin" : "editor", teamIds }, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const message = result.data.length === 1 ? "invitationSent" : "invitationsSent";
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(body.has("more") ? `${pathname}${search}` : listBelow(request, href("clientInvitations")), message);
}

export default function InvitationNew() {
  const { t } = useTranslation(["client", "shell"]);
  const { form, teams } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return (
    <FormDialog
      title={t("client:invitations.new.title")}
      submit={t("client:invitations.new.submit")}
      touched={answer !== undefined}
      version={typedText(form.values, "key")}
      more={
        <button className="btn" type="submit" name="more">
          {t("client:invitations.new.more")}
        </button>
      }
    >
      <InvitationFields form={{ ...form, ...answer }} teams={teams} />
    </FormDialog>
  );
}

interface InvitationFieldsProps {
  form: FormOf<typeof invitationFormSchema>;
  teams: { id: string; name: string }[];
}

function InvitationFields({ form, teams }: InvitationFieldsProps) {
  const { t } = useTranslation(["client"]);
  const { admin, teamIds, ...fields } = fieldsOf(form, {
    emailAddresses: t(typed.emailAddresses),
    teamIds: t("invitations.new.teams"),
    admin: t("invitations.new.admin"),
  });
  const chosenTeams = new Set(teamIds.values);
  return (
    <>
      <FormErrors form={form} fields={{ ...fields, teamIds }} />
      <TextAreaField
        field={fields.emailAddresses}
        hint={t("invitations.new.hint", { max: limits.emailsPerInvitation })}
        rows={5}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      {teams.length > 0 ? (
        <FieldGroup field={teamIds} hint={t("invitations.new.teamsHint")}>
          <div className="stack tight">
            {teams.map(({ id, name }) => (
              <label className="choice" key={id}>
                <input type="checkbox" name={teamIds.name} value={id} defaultChecked={chosenTeams.has(id)} />
                <span dir="auto">{name} </span>
              </label>
            ))}
          </div>
        </FieldGroup>
      ) : null}
      <SwitchField field={admin} hint={t("invitations.new.adminHint")} />
      <HiddenFields form={form} names={["key"]} />
    </>
  );
}
