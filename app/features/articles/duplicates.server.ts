import type { FormState } from "~/forms/form-state";
import { type DateText, dayOfMoment } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { listDuplicates } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { findSourceUrl } from "../../../contract/rest/source-url";

/** What is filed already from an address somebody entered. */
export interface Duplicates {
  address: string;
  entries: { id: string; title: string; folder: string; filed: DateText }[];
}

/** Where an address is filed already, but for the article being changed; nowhere for what is no address, and while the API fails. */
export async function findDuplicates(upstream: Upstream, address: string, contentId?: string): Promise<Duplicates> {
  const url = findSourceUrl(address, { allowBareHosts: true });
  const found = url && (await unlessFailed(listDuplicates(upstream, url.href, contentId)));
  return {
    address,
    entries: (found || []).map(({ id, title, folder, createdAt }) => ({ id, title, folder: folder.name, filed: dayOfMoment(createdAt) })),
  };
}

/** The form of an article that asks once before it is filed again. */
export const duplicatesForm = (values: Record<string, unknown>, t: Translate): FormState => ({
  values,
  errors: {},
  message: t("articles:duplicates.before"),
});

/** Where the address of a posted form is filed already, unless the form has said so before. */
export async function findUnseenDuplicates(upstream: Upstream, body: FormData, contentId?: string): Promise<Duplicates | undefined> {
  const address = String(body.get("sourceUrl") ?? "");
  if (address === body.get("seenAddress")) return undefined;
  const duplicates = await findDuplicates(upstream, address, contentId);
  return duplicates.entries.length > 0 ? duplicates : undefined;
}
