import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { z } from "zod";
import { config } from "~/config.server";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { updateOwnership } from "~/upstream/ownerships.server";
import { ownershipRoleSchema } from "../../../contract/rest/ownerships";
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

const ownershipFormSchema = z.object({
  role: ownershipRoleSchema.optional(),
  /** The last one counts: "off" is always sent, "on" after it. */
  active: z.array(z.enum(["on", "off"])).default([]),
  roleBefore: z.string().optional(),
  activeBefore: z.string().optional(),
  inPlace: z.string().optional(),
});

/** Saves what differs from what the row showed, so that a change somebody else made meanwhile to the other half stays. */
export async function action({ request, params: { product, folderId = "", ownershipId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), ownershipFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { role, roleBefore, activeBefore, inPlace, ...switched } = reading.value;
  const active = switched.active.at(-1);
  const changes = {
    role: role === roleBefore ? undefined : role,
    active: active === undefined || active === activeBefore ? undefined : active === "on",
  };
  const result = await updateOwnership(upstream, ownershipId, changes);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));

  // Who took the right from themselves cannot stay where it was.
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const overlay = `ownerships/${ownershipId}`;
  if (folder?.permissions.update && inPlace) return data({ isSaved: true as const });
  const folderPage = folder ? pageBelow(request, overlay) : href("folders", { product: config.product.slug });
  return replace(folder?.permissions.update ? settingsPath(request, overlay) : folderPage, {
    headers: { "Set-Cookie": showNotice("success", "saved") },
  });
}

export default function OwnershipEdit() {
  const answer = useActionData<typeof action>();
  const { ownershipId } = useParams();
  return (
    <FolderSettings
      settings={useLoaderData<typeof loader>()}
      ownershipsAnswer={answer && "form" in answer ? { ...answer, ownershipId } : undefined}
    />
  );
}
