import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findPerson } from "~/forms/find-person.server";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { findPeopleFor } from "~/upstream/folders.server";
import { createOwnership } from "~/upstream/ownerships.server";
import { requiredLine } from "../../../contract/rest/shared";
import { FolderSettings } from "./folder-settings";
import { requireFolderSettings, settingsPath } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

/** The folder's settings: this address is reached by a form of theirs that came back. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  return data(await requireFolderSettings(upstream, folderId, translator(locale)));
}

const ownershipFormSchema = z.object({ person: requiredLine(), key: formKeySchema, inPlace: z.string().optional() });

/** Makes somebody responsible for the folder, as an editor (specification, part 2, 9). */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), ownershipFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { person, key, inPlace } = reading.value;
  const people = await findPeopleFor(upstream, folderId, person);
  if (!people.ok) return formAnswer(refusedForm(people, reading.values, t), {}, refusalInit(people));
  const found = findPerson(people.data, person, t);
  if (!found.ok) return formAnswer({ values: reading.values, errors: { person: [found.message] } }, {});
  const result = await createOwnership(upstream, { folderId, userId: found.id, role: "editor" }, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  if (inPlace) return data({ isSaved: true as const });
  return replace(settingsPath(request, "ownerships"), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function OwnershipNew() {
  const answer = useActionData<typeof action>();
  return <FolderSettings settings={useLoaderData<typeof loader>()} ownershipsAnswer={answer && "form" in answer ? answer : undefined} />;
}
