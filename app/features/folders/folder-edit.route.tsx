import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "~/config.server";
import { addedText, leftForm, partlyInit } from "~/forms/add-people.server";
import { formAnswer, readForm, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder, updateFolder } from "~/upstream/folders.server";
import { updateOwnership } from "~/upstream/ownerships.server";
import { href, overlay } from "../../../contract/paths";
import { isSaved, mergeFolder, settingsFormSchema, toFolderFields } from "./folder-form.server";
import { FolderSettings, type SettingsAnswer, settingsTyped } from "./folder-settings";
import {
  addOwners,
  type ChangedRow,
  changedRows,
  forgetSaved,
  partOwnRow,
  requireFolderSettings,
  requireNoInbox,
  typedSettings,
} from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders", "people"], typed: settingsTyped, textAreas: ["description"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

/**
 * Adds the people entered, saves the changed rows of others, then the folder, and finally the user's own row, which may revoke their
 * permission. If someone cannot be added, nothing else is saved and all input is kept. If someone else has saved the folder since the form was
 * opened, only changed fields are saved; if both changed the same one, the form says so, and overwrites when it is sent again. A form that was submitted twice conflicts only with itself
 * and counts as saved.
 */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readForm(body, settingsFormSchema, t);
  if (!reading.ok) return formAnswer({ ...reading.form, values: typedSettings(body) });
  const { person, key, lockVersion } = reading.value;
  await requireNoInbox(upstream, folderId, t);
  const addition = person === null ? undefined : await addOwners(upstream, folderId, person, key, t);
  const added = addition && addedText(addition, t, locale);
  if (addition?.left) return formAnswer(leftForm(addition, typedSettings(body), t), { added }, partlyInit(addition));
  forgetSaved(body);

  const changeRow = async ({ id, changes }: ChangedRow) => {
    const changed = await updateOwnership(upstream, id, changes);
    return changed.ok ? undefined : changed;
  };
  const { own, others } = await partOwnRow(upstream, folderId, userId, changedRows(body, t));
  for (const row of others) {
    const refused = await changeRow(row);
    if (refused) return refusalAnswer({ ...refused, errors: {} }, typedSettings(body), t, { added });
  }

  const fields = toFolderFields(reading.value);
  let values = typedSettings(body);
  let result = await updateFolder(upstream, folderId, { ...fields, lockVersion });
  const stored = !result.ok && result.status === 409 ? await requireFolder(upstream, folderId) : undefined;
  if (!result.ok && !stored) return refusalAnswer(result, values, t, { added });
  if (!result.ok && stored && !isSaved(stored, fields)) {
    const merged = mergeFolder(reading.values, stored, t);
    const conflict = result;
    values = { ...values, ...merged.values };
    if (merged.fields && Object.keys(merged.errors).length === 0)
      result = await updateFolder(upstream, folderId, { ...merged.fields, lockVersion: stored.lockVersion });
    if (!result.ok) return refusalAnswer({ ...conflict, errors: merged.errors }, values, t, { added }, stored);
  }
  // Last, because it may revoke the user's permission to change anything else.
  const refused = own && (await changeRow(own));
  if (refused) {
    const lockVersion = String((result.ok ? result.data : stored)?.lockVersion);
    return refusalAnswer({ ...refused, errors: {} }, { ...values, lockVersion }, t, { added });
  }
  const isThere = !own || (await unlessGone(requireFolder(upstream, folderId))) !== undefined;
  const to = isThere ? pageBelow(request, overlay("folderEdit")) : href("folders", { product: config.product.slug });
  return redirectWithFlash(to, "saved");
}

export default function FolderEdit() {
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<SettingsAnswer>()} />;
}
