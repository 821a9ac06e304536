import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createFolder } from "~/upstream/folders.server";
import { FolderFields } from "./folder-fields";
import { folderFormSchema, listTeamChoices, toFolderFields } from "./folder-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

/** The form for a new folder, with the team it was opened from. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const teams = await listTeamChoices(upstream, t);
  if (teams.length === 0) throw new Response(null, { status: 403 });
  const wanted = new URL(request.url).searchParams.get("team");
  const team = teams.find(({ slug }) => slug === wanted) ?? (teams.length === 1 ? teams[0] : undefined);
  const form = newForm(folderFormSchema, { teamId: team?.id, key: crypto.randomUUID() });
  return data({ title: t("folders:new.title"), teams, form });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), folderFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await createFolder(upstream, toFolderFields(reading.value), reading.value.key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(`${pageBelow(request, "new")}#team-${result.data.team.slug}`, "saved");
}

export default function FolderNew() {
  const { t } = useTranslation("folders");
  const { teams, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { below } = useOverlay();
  const openedAt = teams.find(({ slug }) => slug === params.get("team"));
  const closeTo = openedAt ? `${below}#team-${openedAt.slug}` : below;
  return (
    <FormDialog title={t("new.title")} submit={t("new.submit")} touched={answer !== undefined} closeTo={closeTo}>
      <FolderFields form={{ ...form, ...answer?.form }} teams={teams} />
    </FormDialog>
  );
}
