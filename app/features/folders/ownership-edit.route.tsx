import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { config } from "~/config.server";
import { textsByName } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { updateOwnership } from "~/upstream/ownerships.server";
import { href, overlay } from "../../../contract/paths";
import { FolderSettings, type SettingsAnswer, settingsTyped } from "./folder-settings";
import { forgetSaved, readRow, requireFolderSettings, settingsPath, typedSettings, unsavedSettings } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders", "people"], typed: settingsTyped, textAreas: ["description"] };

/** The folder's settings: their buttons post here, so a rejected form is shown at this URL. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

/** Saves a changed row; all other input in the settings is kept. */
export async function action({ request, params: { product, folderId = "", ownershipId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readRow(textsByName(body), ownershipId, t);
  if (!reading.ok) return formAnswer({ ...reading.form, values: typedSettings(body) });
  const result = await updateOwnership(upstream, ownershipId, reading.value);
  if (!result.ok) return refusalAnswer(result, typedSettings(body), t);

  // Users who revoked their own permission cannot stay on this page.
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const path = overlay("ownership", { ownershipId });
  if (!folder) return replaceWithFlash(href("folders", { product: config.product.slug }), "saved");
  if (!folder.permissions.update) return replaceWithFlash(pageBelow(request, path), "saved");
  if (body.has("inPlace")) return data({ isSaved: true as const });
  forgetSaved(body, ownershipId);
  const unsaved = unsavedSettings(body, folder, t);
  return unsaved ? data({ form: unsaved, isSaved: true as const }) : replaceWithFlash(settingsPath(request, path), "saved");
}

export default function OwnershipEdit() {
  const { ownershipId = "" } = useParams();
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<SettingsAnswer>()} about={{ ownershipId }} />;
}
