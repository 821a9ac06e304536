import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { createTeam } from "~/upstream/teams.server";
import { TeamDialog } from "./team-dialog";
import { saveByForm } from "./team-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireSession(request);
  if (user.role === "reader") throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("teams:new.title"), form: { values: { key: crypto.randomUUID() }, errors: {} } });
}

/** Makes the team, and leads to its people: it has none but its maker yet. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const result = await saveByForm(session, await request.formData(), (team, key) => createTeam(session.upstream, team, key));
  if (!result.ok) return result.answer;
  return redirect(href("teamMembers", { teamId: result.data.id }), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function TeamNew() {
  const { t } = useTranslation("teams");
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return <TeamDialog title={t("new.title")} submit={t("new.submit")} form={answer ?? form} isAnswer={answer !== undefined} />;
}
