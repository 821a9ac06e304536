import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { listFeeds, revokeFeed } from "~/upstream/feeds.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["feeds"] };

export async function loader({ request, params: { feedId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const feed = (await listFeeds(upstream)).find(({ id }) => id === feedId);
  if (!feed) throw new Response(null, { status: 404 });
  return data({ title: translator(locale)("feeds:delete.title"), name: feed.name });
}

/** Revokes for good; what is revoked already is no mistake. */
export async function action({ request, params: { feedId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(revokeFeed(upstream, feedId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return redirect(href("settingsFeeds", {}), { headers: { "Set-Cookie": showNotice("success", "feedRevoked") } });
}

export default function FeedDelete() {
  const { t } = useTranslation(["feeds", "shell"]);
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("feeds:delete.title")}
      confirm={t("feeds:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={href("settingsFeeds", {})}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t("feeds:delete.text", { name })}
    </ConfirmDialog>
  );
}
