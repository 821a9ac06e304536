import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { createFolder } from "~/upstream/folders.server";
import { FolderFields } from "./folder-fields";
import { listTeamChoices, readFolderForm, toFolderFields } from "./folder-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

/** The form of a new folder, in the team it was opened at. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const teams = await listTeamChoices(upstream, t);
  if (teams.length === 0) throw new Response(null, { status: 403 });
  const wanted = new URL(request.url).searchParams.get("team");
  const team = teams.find(({ slug }) => slug === wanted) ?? (teams.length === 1 ? teams[0] : undefined);
  return data({ title: t("folders:new.title"), teams, form: { values: { teamId: team?.id, key: crypto.randomUUID() }, errors: {} } });
}

/** Makes the folder, and leads to its team. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readFolderForm(await request.formData(), t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await createFolder(upstream, toFolderFields(reading.value), reading.value.key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(`${pageBelow(request, "new")}#team-${result.data.team.slug}`, {
    headers: { "Set-Cookie": showNotice("success", "saved") },
  });
}

export default function FolderNew() {
  const { t } = useTranslation(["folders", "shell"]);
  const { teams, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  const openedAt = teams.find(({ slug }) => slug === params.get("team"));
  const closeTo = openedAt ? `${below}#team-${openedAt.slug}` : below;
  return (
    <Dialog title={t("folders:new.title")} closeTo={closeTo} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" id="folder-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <FolderFields form={answer?.form ?? form} teams={teams} />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={closeTo} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {t("folders:new.submit")}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="folder-form" touched={answer !== undefined} />
    </Dialog>
  );
}
