import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { deleteTag, requireTagRemoval } from "~/upstream/tags.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request, params: { tagId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const removal = await unlessGone(requireTagRemoval(upstream, tagId));
  if (!removal) return redirectWithFlash(listBelow(request, href("clientTags")), "tagGone", { type: "warning" });
  return data({ title: translator(locale)("client:tags.remove.title"), removal });
}

/** Deletes permanently; a tag that is already gone is not an error. */
export async function action({ request, params: { tagId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteTag(upstream, tagId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const back = listBelow(request, href("clientTags"));
  return result ? redirectWithFlash(back, "tagDeleted") : redirectWithFlash(back, "tagGone", { type: "warning" });
}

export default function TagDelete() {
  const { t } = useTranslation(["client", "shell"]);
  const { name, contentsCount, interestsCount, feedsCount, mailingsCount } = useLoaderData<typeof loader>().removal;
  const contents = t("client:tags.remove.contents", { count: contentsCount });
  const interests = t("client:tags.remove.interests", { count: interestsCount });
  const [inArticles, inInterests] = [contentsCount > 0, interestsCount > 0];
  const use = inArticles && inInterests ? "text" : inArticles ? "inArticles" : inInterests ? "inInterests" : "unused";
  const sentences = [
    t(`client:tags.remove.${use}`, { name, contents, interests }),
    ...(feedsCount > 0 ? [t("client:tags.remove.feeds", { count: feedsCount })] : []),
    ...(mailingsCount > 0 ? [t("client:tags.remove.mailings", { count: mailingsCount })] : []),
  ];
  return (
    <ConfirmDialog
      title={t("client:tags.remove.title")}
      confirm={t("client:tags.remove.confirm")}
      answer={useActionData<typeof action>()?.form}
    >
      {sentences.join(" ")}
    </ConfirmDialog>
  );
}
