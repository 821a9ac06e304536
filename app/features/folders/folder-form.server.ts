import { z } from "zod";
import { formKeySchema, type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { teamName } from "~/ui/team-name";
import type { Upstream } from "~/upstream/client.server";
import type { Folder, FolderFields } from "~/upstream/folders.server";
import { listTeams } from "~/upstream/teams.server";
import { idSchema, optionalLine, optionalText, requiredLine } from "../../../contract/rest/shared";
import type { TeamChoice } from "./folder-fields";

const folderFormSchema = z.object({
  name: requiredLine(),
  alternativeName: optionalLine(),
  description: optionalText(),
  teamId: idSchema,
  // Hidden fields: nobody could mend them.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
  key: formKeySchema,
});

type FolderForm = z.output<typeof folderFormSchema>;

/** The folder form as it was posted. */
export const readFolderForm = (body: FormData, t: Translate): Reading<FolderForm> => readForm(body, folderFormSchema, t);

const settingsFormSchema = folderFormSchema.extend({ person: optionalLine() });

/** The same with who is to be added to the people responsible. */
export const readSettingsForm = (body: FormData, t: Translate): Reading<z.output<typeof settingsFormSchema>> =>
  readForm(body, settingsFormSchema, t);

/** What goes to the API. */
export const toFolderFields = ({ name, alternativeName, description, teamId }: FolderForm): FolderFields => ({
  name,
  alternativeName,
  description,
  teamId,
});

/** The form of a folder that is there already. */
export const folderValues = ({ name, alternativeName, description, teamId, lockVersion }: Folder): Record<string, unknown> => ({
  name,
  alternativeName: alternativeName ?? "",
  description: description ?? "",
  teamId,
  lockVersion: String(lockVersion),
});

/** Whether the folder already is what these fields would make of it. */
export const isSaved = (folder: Folder, { name, alternativeName, description, teamId }: FolderFields): boolean =>
  folder.name === name && folder.alternativeName === alternativeName && folder.description === description && folder.teamId === teamId;

/** The teams in which this person may make folders, and the one that the folder is in. */
export async function listTeamChoices(upstream: Upstream, t: Translate, current?: Folder["team"]): Promise<TeamChoice[]> {
  const open = (await listTeams(upstream)).filter(({ permissions }) => permissions.createFolder);
  const others = current && !open.some(({ id }) => id === current.id) ? [current] : [];
  return [...others, ...open].map((team) => ({ id: team.id, slug: team.slug, name: teamName(team, t) }));
}
