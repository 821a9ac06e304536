import type { Translate } from "~/i18n/translate";
import { pageBelow } from "~/layouts/overlay";
import { displayName } from "~/ui/display-name";
import type { Upstream } from "~/upstream/client.server";
import { listPeopleFor, requireFolder } from "~/upstream/folders.server";
import { listOwnerships } from "~/upstream/ownerships.server";
import { folderValues, listTeamChoices } from "./folder-form.server";

/** What the settings of a folder show. Throws a `Response` like the calls it makes: 403 for who may not change the folder. */
export async function requireFolderSettings(upstream: Upstream, folderId: string, t: Translate) {
  const [folder, ownerships, people] = await Promise.all([
    requireFolder(upstream, folderId),
    listOwnerships(upstream, folderId),
    listPeopleFor(upstream, folderId),
  ]);
  const owners = new Set(ownerships.map(({ userId }) => userId));
  return {
    title: t("folders:settings.title"),
    form: { values: folderValues(folder), errors: {} },
    teams: await listTeamChoices(upstream, t, folder.team),
    ownerships: ownerships.map(({ id, role, active, user }) => ({ id, role, active, name: displayName(user), email: user.email })),
    people: people.filter(({ id }) => !owners.has(id)).map((person) => ({ email: person.email, name: displayName(person) })),
    key: crypto.randomUUID(),
  };
}

/** The address of the settings, for a form of theirs that was posted beside it. */
export function settingsPath(request: Request, overlayPath: string): string {
  const below = new URL(pageBelow(request, overlayPath), request.url);
  return `${below.pathname}/edit${below.search}#owners`;
}
