import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { deleteSource, requireSource } from "~/upstream/sources.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["sources"] };

export async function loader({ request, params: { product, sourceId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const { title: name } = await requireSource(upstream, sourceId);
  return data({ title: translator(locale)("sources:delete.title"), name });
}

/** Ends the subscription. One that has already ended is not an error. */
export async function action({ request, params: { product, folderId = "", sourceId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteSource(upstream, sourceId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const sources = href("folderSources", { product: config.product.slug, folderId });
  return result ? redirectWithFlash(sources, "sourceEnded") : redirectWithFlash(sources, "sourceGone", { type: "warning" });
}

export default function SourceDelete() {
  const { t } = useTranslation("sources");
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={t("delete.title")} confirm={t("delete.confirm")} answer={useActionData<typeof action>()?.form}>
      {t("delete.text", { name })}
    </ConfirmDialog>
  );
}
