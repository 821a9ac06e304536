import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { addedText, leftForm, partlyInit, requiredPeople } from "~/forms/add-people.server";
import { formAnswer, formKeySchema, readForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireFolder } from "~/upstream/folders.server";
import { overlay } from "../../../contract/paths";
import { FolderSettings, type SettingsAnswer, settingsTyped } from "./folder-settings";
import { addOwners, forgetSaved, requireFolderSettings, settingsPath, typedSettings, unsavedSettings } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders", "people"], typed: settingsTyped, textAreas: ["description"] };

/** The folder's settings: their buttons post here, so a rejected form is shown at this URL. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

const personFormSchema = z.object({ person: requiredPeople, key: formKeySchema, inPlace: z.string().optional() });

/** Makes people responsible for the folder. Those who could not be added stay in the form, along with all other input. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readForm(body, personFormSchema, t);
  if (!reading.ok) return formAnswer({ ...reading.form, values: typedSettings(body) });
  const { person, key, inPlace } = reading.value;
  const addition = await addOwners(upstream, folderId, person, key, t);
  const added = addedText(addition, t, locale);
  if (addition.left) {
    return formAnswer(leftForm(addition, typedSettings(body), t), { added }, partlyInit(addition));
  }
  if (inPlace) return data({ isSaved: true as const });
  forgetSaved(body);
  const unsaved = unsavedSettings(body, await requireFolder(upstream, folderId), t);
  if (unsaved) return data({ form: unsaved, isSaved: true as const });
  return replaceWithFlash(settingsPath(request, overlay("ownerships")), "saved");
}

export default function OwnershipNew() {
  return <FolderSettings settings={useLoaderData<typeof loader>()} answer={useActionData<SettingsAnswer>()} about="person" />;
}
