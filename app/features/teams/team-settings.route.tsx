import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { newForm } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { Page } from "~/layouts/page";
import { TeamPage } from "~/layouts/team-page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { teamName } from "~/ui/team-name";
import { requireTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { TeamFields, teamTyped } from "./team-fields";
import { renameByForm, type TeamForm, teamFormSchema } from "./team-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"], typed: teamTyped };

export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const team = await requireTeam(upstream, teamId);
  const name = teamName(team, t);
  return data({
    title: t("teams:settings.titleOf", { name }),
    team: { id: team.id, name },
    form: newForm(teamFormSchema, { name: team.name }),
    isPersonal: team.visibility === "is_personal",
    isLastOwner: team.role === "owner" && !team.permissions.leave,
    may: team.permissions,
  });
}

export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const refused = await renameByForm(session, teamId, await request.formData());
  if (refused) return refused;
  return redirectWithFlash(href("teamSettings", { teamId }), "saved");
}

export default function TeamSettings() {
  const { t } = useTranslation("teams");
  const { team, form, isPersonal, isLastOwner, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return (
    <TeamPage team={team} tab="teamSettings">
      {may.update ? (
        <SettingsForm
          form={{ ...form, ...answer }}
          version={JSON.stringify(form.values)}
          teamId={team.id}
          isAnswer={answer !== undefined}
        />
      ) : (
        <p className="muted">{t("settings.readOnly")}</p>
      )}
      <section className="section stack" aria-labelledby="ending">
        <h2 id="ending">{t("settings.ending")}</h2>
        {isPersonal ? <p className="muted">{t("settings.personal")}</p> : null}
        {isLastOwner && !isPersonal ? (
          <p className="muted">
            {t("settings.lastOwner")} <Link to={href("teamMembers", { teamId: team.id })}>{t("leave.toMembers")}</Link>
          </p>
        ) : null}
        {!may.leave && !may.destroy && !isPersonal && !isLastOwner ? <p className="muted">{t("settings.notYours")}</p> : null}
        {may.leave && !may.destroy ? <p className="muted">{t("settings.whoDeletes")}</p> : null}
        <div className="cluster">
          {may.leave ? (
            <Link className="btn" to={href("teamSettingsLeave", { teamId: team.id })} preventScrollReset>
              <Icon name="logout" />
              {t("menu.leave")}
            </Link>
          ) : null}
          {may.destroy ? (
            <Link className="btn" to={href("teamSettingsDelete", { teamId: team.id })} preventScrollReset>
              <Icon name="trash" />
              {t("menu.delete")}
            </Link>
          ) : null}
        </div>
      </section>
    </TeamPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <Page>
          <SettingsForm form={form} isAnswer />
        </Page>
      )}
    </FormBoundary>
  );
}

/** A new version remounts the fields; React would otherwise keep the typed values. */
function SettingsForm({ form, version, teamId, isAnswer }: { form: TeamForm; version?: string; teamId?: string; isAnswer: boolean }) {
  const { t } = useTranslation("teams");
  return (
    <Form className="form limit" id="team-form" method="post" noValidate preventScrollReset>
      <AskBeforeLeaving
        key={`${version} ${isAnswer}`}
        form="team-form"
        touched={isAnswer}
        page={teamId === undefined ? undefined : href("teamSettings", { teamId })}
      />
      <TeamFields key={version} form={form} />
      <SubmitButton>{t("edit.submit")}</SubmitButton>
    </Form>
  );
}
