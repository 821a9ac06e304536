import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { newForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { TeamDialog } from "./team-dialog";
import { teamTyped } from "./team-fields";
import { renameByForm, teamFormSchema } from "./team-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"], typed: teamTyped };

export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { name, permissions } = await requireTeam(upstream, teamId);
  if (!permissions.update) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("teams:edit.title"), form: newForm(teamFormSchema, { name }) });
}

export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const refused = await renameByForm(session, teamId, await request.formData());
  if (refused) return refused;
  return redirectWithFlash(listBelow(request, href("teams")), "saved");
}

export default function TeamEdit() {
  const { t } = useTranslation("teams");
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return <TeamDialog title={t("edit.title")} submit={t("edit.submit")} form={form} answer={answer} />;
}
