import type { Translate } from "~/i18n/translate";
import type { PickerOption } from "~/ui/picker";
import { teamName } from "~/ui/team-name";
import { listSubscriptions } from "~/upstream/choices.server";
import type { Upstream } from "~/upstream/client.server";
import { listCountries } from "~/upstream/countries.server";
import { listFolders } from "~/upstream/folders.server";
import { listTags } from "~/upstream/tags.server";
import type { FilterOf } from "../../contract/article-filter";

/** The options of list filters. With `folderId`, only the folder's tags, no folders, and the folder's own subscriptions first. */
export const listChoices: Record<FilterOf<"list">, (upstream: Upstream, t: Translate, folderId?: string) => Promise<PickerOption[]>> = {
  tags: async (upstream, _t, folderId) => (await listTags(upstream, folderId)).map(({ slug, name }) => ({ value: slug, label: name })),
  folderIds: async (upstream, t, folderId) =>
    folderId ? [] : toOptions(await listFolders(upstream), ({ name, team }) => [name, `${name} (${teamName(team, t)})`]),
  subscriptions: async (upstream, t, folderId) => {
    const found = await listSubscriptions(upstream);
    return toOptions(
      found.toSorted((a, b) => Number(b.folder.id === folderId) - Number(a.folder.id === folderId)),
      ({ title, folder: { name }, team }) => [title, `${title} (${name})`, `${title} (${name}, ${teamName(team, t)})`],
    );
  },
  countries: async (upstream) => (await listCountries(upstream)).map(({ code, name }) => ({ value: code, label: name })),
  languages: async ({ locale }) => {
    const names = new Intl.DisplayNames(locale, { type: "language" });
    const options = languages.map((code) => ({ value: code, label: names.of(code) ?? code }));
    return options.sort((a, b) => a.label.localeCompare(b.label, locale));
  },
};

/** Each option has the first of its labels that no other one has. */
export function toOptions<T extends { id: string }>(found: T[], labelsOf: (one: T) => [string, ...string[]]): PickerOption[] {
  const uses = new Map<string, number>();
  for (const label of found.flatMap(labelsOf)) uses.set(label, (uses.get(label) ?? 0) + 1);
  return found.map((one) => {
    const labels = labelsOf(one);
    return { value: one.id, label: labels.find((label) => uses.get(label) === 1) ?? labels.at(-1) ?? labels[0] };
  });
}

const languages =
  "ar bg bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy is it ja ka ko lb lt lv mk mt nb nl nn no pl pt ro ru sk sl sq sr sv tr uk zh".split(
    " ",
  );
