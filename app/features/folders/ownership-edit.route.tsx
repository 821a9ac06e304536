import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { config } from "~/config.server";
import { textsByName } from "~/forms/form-state";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { updateOwnership } from "~/upstream/ownerships.server";
import { FolderSettings, type SettingsAnswer } from "./folder-settings";
import { forgetSaved, readRow, requireFolderSettings, settingsPath, typedSettings, unsavedSettings } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders", "people"] };

/** The folder's settings: this address is reached by a button of theirs, with the form that came back. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

/** Saves what a row was changed to; whatever else was typed into the settings stays as it was sent. */
export async function action({ request, params: { product, folderId = "", ownershipId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readRow(textsByName(body), ownershipId, t);
  if (!reading.ok) return formAnswer({ ...reading.form, values: typedSettings(body) }, {});
  const result = await updateOwnership(upstream, ownershipId, reading.value);
  if (!result.ok) return formAnswer(refusedForm(result, typedSettings(body), t), {}, refusalInit(result));

  // Who took the right from themselves cannot stay where it was.
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const overlay = `ownerships/${ownershipId}`;
  const headers = { "Set-Cookie": showNotice("success", "saved") };
  if (!folder) return replace(href("folders", { product: config.product.slug }), { headers });
  if (!folder.permissions.update) return replace(pageBelow(request, overlay), { headers });
  if (body.has("inPlace")) return data({ isSaved: true as const });
  forgetSaved(body, ownershipId);
  const unsaved = unsavedSettings(body, folder, t);
  return unsaved ? data({ form: unsaved, isSaved: true as const }) : replace(settingsPath(request, overlay), { headers });
}

export default function OwnershipEdit() {
  const { ownershipId = "" } = useParams();
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<SettingsAnswer>()} about={{ ownershipId }} />;
}
