import type { PickerOption } from "~/ui/picker";
import type { Upstream } from "~/upstream/client.server";
import { listCountries } from "~/upstream/countries.server";
import { listFolders } from "~/upstream/folders.server";
import { listTags } from "~/upstream/tags.server";
import type { FilterOf } from "../../contract/article-filter";

/** The options of list filters. With `folderId`, only the folder's tags, and no folders. */
export const listChoices: Record<FilterOf<"list">, (upstream: Upstream, folderId?: string) => Promise<PickerOption[]>> = {
  tags: async (upstream, folderId) => (await listTags(upstream, folderId)).map(({ slug, name }) => ({ value: slug, label: name })),
  folderIds: async (upstream, folderId) =>
    folderId ? [] : (await listFolders(upstream)).map(({ id, name }) => ({ value: id, label: name })),
  countries: async (upstream) => (await listCountries(upstream)).map(({ code, name }) => ({ value: code, label: name })),
  languages: async ({ locale }) => {
    const names = new Intl.DisplayNames(locale, { type: "language" });
    const options = languages.map((code) => ({ value: code, label: names.of(code) ?? code }));
    return options.sort((a, b) => a.label.localeCompare(b.label, locale));
  },
};

const languages =
  "ar bg bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy is it ja ka ko lb lt lv mk mt nb nl nn no pl pt ro ru sk sl sq sr sv tr uk zh".split(
    " ",
  );
