import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAnswer, overtakenForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { requireFolder, updateFolder } from "~/upstream/folders.server";
import { isSaved, readFolderForm, toFolderFields } from "./folder-form.server";
import { FolderSettings } from "./folder-settings";
import { requireFolderSettings } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

/**
 * Saves the change, unless somebody else saved since the form was opened: then the form says so, keeps everything, and saves over
 * it when it is sent once more. A form that was sent twice has overtaken itself, and is saved.
 */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readFolderForm(await request.formData(), t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const fields = toFolderFields(reading.value);
  const result = await updateFolder(upstream, folderId, { ...fields, lockVersion: reading.value.lockVersion });
  const overtaken = !result.ok && result.status === 409 ? await requireFolder(upstream, folderId) : undefined;
  if (!result.ok && !(overtaken && isSaved(overtaken, fields))) {
    const form = refusedForm(result, reading.values, t);
    return formAnswer(overtaken ? overtakenForm(form, overtaken, t) : form, {}, refusalInit(result));
  }
  return redirect(pageBelow(request, "edit"), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function FolderEdit() {
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()?.form} />;
}
