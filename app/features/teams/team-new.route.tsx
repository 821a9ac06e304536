import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { newForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { TeamDialog } from "./team-dialog";
import { teamTyped } from "./team-fields";
import { saveByForm, teamFormSchema } from "./team-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"], typed: teamTyped };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireSession(request);
  if (user.role === "reader") throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("teams:new.title"), form: newForm(teamFormSchema, { key: crypto.randomUUID() }) });
}

/** Creates the team and redirects to its members: so far it has only its creator. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const result = await saveByForm(session, await request.formData(), (team, key) => createTeam(session.upstream, team, key));
  if (!result.ok) return result.answer;
  return redirectWithFlash(href("teamMembers", { teamId: result.data.id }), "saved");
}

export default function TeamNew() {
  const { t } = useTranslation("teams");
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return <TeamDialog title={t("new.title")} submit={t("new.submit")} form={form} answer={answer} />;
}
