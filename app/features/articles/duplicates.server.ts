import type { FormState } from "~/forms/form-state";
import { type DateText, dayOfMoment } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { listDuplicates } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { findSourceUrl } from "../../../contract/rest/source-url";

/** The existing articles for a URL that the user entered: those from the same address first, then those from probably the same page. */
export interface Duplicates {
  address: string;
  entries: { id: string; title: string; folder: string; filed: DateText; isCertain: boolean }[];
}

interface Sought {
  /** The address that the page states as its own. */
  canonicalUrl?: string | undefined;
  /** The article being edited. */
  except?: string | undefined;
}

/** Finds articles from the page at this URL. Empty for an invalid URL and while the API fails. */
export async function findDuplicates(upstream: Upstream, address: string, { canonicalUrl, except }: Sought = {}): Promise<Duplicates> {
  const url = findSourceUrl(address, { allowLocalHosts: true });
  const found = url && (await unlessFailed(listDuplicates(upstream, { url: url.href, canonicalUrl, except })));
  return {
    address,
    entries: (found || []).map(({ id, title, folder, createdAt, isCertain }) => ({
      id,
      title,
      folder: folder.name,
      filed: dayOfMoment(createdAt),
      isCertain,
    })),
  };
}

/** Asks once for confirmation before a URL is filed again. */
export const duplicatesForm = (values: Record<string, unknown>, { entries }: Duplicates, t: Translate): FormState => ({
  values,
  errors: {},
  message: t(entries[0]?.isCertain ? "articles:duplicates.before" : "articles:duplicates.likelyBefore"),
});

/** The duplicates of a posted URL, unless the form has already shown them. */
export async function findUnseenDuplicates(
  upstream: Upstream,
  body: FormData,
  sought?: Pick<Sought, "except">,
): Promise<Duplicates | undefined> {
  const address = String(body.get("sourceUrl") ?? "");
  if (address === body.get("seenAddress")) return undefined;
  const duplicates = await findDuplicates(upstream, address, sought);
  return duplicates.entries.length > 0 ? duplicates : undefined;
}
