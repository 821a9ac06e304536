import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "~/config.server";
import { addedText, leftForm, partlyInit } from "~/forms/add-people.server";
import { formAnswer, overtakenForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder, updateFolder } from "~/upstream/folders.server";
import { updateOwnership } from "~/upstream/ownerships.server";
import { isSaved, readSettingsForm, toFolderFields } from "./folder-form.server";
import { FolderSettings, type SettingsAnswer } from "./folder-settings";
import {
  addOwners,
  type ChangedRow,
  changedRows,
  forgetSaved,
  partOwnRow,
  requireFolderSettings,
  typedSettings,
} from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders", "people"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

/**
 * Adds who was typed but not added yet, saves what the rows of others were changed to, then the folder, and one's own row, by which somebody may
 * take the right from themselves. Whoever cannot be added keeps the rest from being saved, and everything typed stays. So it does when somebody
 * else saved since the form was opened: then the form says so, and saves over it when it is sent once more. A form that was sent twice has
 * overtaken itself, and is saved.
 */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readSettingsForm(body, t);
  if (!reading.ok) return formAnswer({ ...reading.form, values: typedSettings(body) }, {});
  const { person, key, lockVersion } = reading.value;
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
    if (refused) return formAnswer(refusedForm({ ...refused, errors: {} }, typedSettings(body), t), { added }, refusalInit(refused));
  }

  const fields = toFolderFields(reading.value);
  const result = await updateFolder(upstream, folderId, { ...fields, lockVersion });
  const overtaken = !result.ok && result.status === 409 ? await requireFolder(upstream, folderId) : undefined;
  if (!result.ok && !(overtaken && isSaved(overtaken, fields))) {
    const form = refusedForm(result, typedSettings(body), t);
    return formAnswer(overtaken ? overtakenForm(form, overtaken, t) : form, { added }, refusalInit(result));
  }
  // Last, as nothing else may be one's to change after it.
  const refused = own && (await changeRow(own));
  if (refused) {
    const lockVersion = String((result.ok ? result.data : overtaken)?.lockVersion);
    return formAnswer(refusedForm({ ...refused, errors: {} }, { ...typedSettings(body), lockVersion }, t), { added }, refusalInit(refused));
  }
  const isThere = !own || (await unlessGone(requireFolder(upstream, folderId))) !== undefined;
  const to = isThere ? pageBelow(request, "edit") : href("folders", { product: config.product.slug });
  return redirect(to, { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function FolderEdit() {
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<SettingsAnswer>()} />;
}
