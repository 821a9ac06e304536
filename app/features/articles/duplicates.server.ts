import type { FormState } from "~/forms/form-state";
import { type DateText, dayOfMoment } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { listDuplicates } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { findSourceUrl } from "../../../contract/rest/source-url";

/** The existing articles for a URL that the user entered. */
export interface Duplicates {
  address: string;
  entries: { id: string; title: string; folder: string; filed: DateText }[];
}

/** Finds articles with this URL, except the one being edited. Empty for an invalid URL and while the API fails. */
export async function findDuplicates(upstream: Upstream, address: string, contentId?: string): Promise<Duplicates> {
  const url = findSourceUrl(address, { allowLocalHosts: true });
  const found = url && (await unlessFailed(listDuplicates(upstream, url.href, contentId)));
  return {
    address,
    entries: (found || []).map(({ id, title, folder, createdAt }) => ({ id, title, folder: folder.name, filed: dayOfMoment(createdAt) })),
  };
}

/** Asks once for confirmation before a URL is filed again. */
export const duplicatesForm = (values: Record<string, unknown>, t: Translate): FormState => ({
  values,
  errors: {},
  message: t("articles:duplicates.before"),
});

/** The duplicates of a posted URL, unless the form has already shown them. */
export async function findUnseenDuplicates(upstream: Upstream, body: FormData, contentId?: string): Promise<Duplicates | undefined> {
  const address = String(body.get("sourceUrl") ?? "");
  if (address === body.get("seenAddress")) return undefined;
  const duplicates = await findDuplicates(upstream, address, contentId);
  return duplicates.entries.length > 0 ? duplicates : undefined;
}
