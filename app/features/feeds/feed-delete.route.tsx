import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { listFeeds, revokeFeed } from "~/upstream/feeds.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["feeds"] };

export async function loader({ request, params: { feedId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const feed = (await listFeeds(upstream)).find(({ id }) => id === feedId);
  if (!feed) throw new Response(null, { status: 404 });
  return data({ title: translator(locale)("feeds:delete.title"), name: feed.name });
}

/** Revokes the feed permanently. A feed that is already revoked is not an error. */
export async function action({ request, params: { feedId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(revokeFeed(upstream, feedId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const feeds = href("settingsFeeds");
  return result ? redirectWithFlash(feeds, "feedRevoked") : redirectWithFlash(feeds, "feedGone", { type: "warning" });
}

export default function FeedDelete() {
  const { t } = useTranslation(["feeds", "shell"]);
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("feeds:delete.title")}
      confirm={t("feeds:delete.confirm")}
      closeTo={href("settingsFeeds")}
      answer={useActionData<typeof action>()?.form}
    >
      {t("feeds:delete.text", { name })}
    </ConfirmDialog>
  );
}
