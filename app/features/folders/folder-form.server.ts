import { z } from "zod";
import { optionalPeople } from "~/forms/add-people.server";
import { mergeStored, openedWith, toFormData } from "~/forms/merge-stored.server";
import { type FormOf, formKeySchema, newForm, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { teamName } from "~/ui/team-name";
import type { Upstream } from "~/upstream/client.server";
import type { Folder, FolderFields } from "~/upstream/folders.server";
import { listTeams } from "~/upstream/teams.server";
import { ownershipRoleSchema } from "../../../contract/rest/ownerships";
import { idSchema, optionalLine, optionalText, requiredLine } from "../../../contract/rest/shared";

export const folderFormSchema = z.object({
  name: requiredLine(),
  alternativeName: optionalLine(),
  description: optionalText(),
  teamId: idSchema,
  // A hidden field: users could not correct an invalid value.
  lockVersion: z.number().int().min(0).optional().catch(undefined),
  opened: z.string().optional().catch(undefined),
  key: formKeySchema,
});

export type FolderForm = FormOf<typeof folderFormSchema>;

/** The same plus people to make responsible, and their role. */
export const newFolderFormSchema = folderFormSchema.extend({ person: optionalPeople, role: ownershipRoleSchema.default("editor") });

/** The same plus people to add to those responsible. */
export const settingsFormSchema = folderFormSchema.extend({ person: optionalPeople });

/** Converts the form to the API's fields. */
export const toFolderFields = ({ name, alternativeName, description, teamId }: z.output<typeof folderFormSchema>): FolderFields => ({
  name,
  alternativeName,
  description,
  teamId,
});

/** The form of an existing folder. */
export function folderForm({ name, alternativeName, description, teamId, lockVersion }: Folder): FolderForm {
  const values = { name, alternativeName: alternativeName ?? "", description: description ?? "", teamId };
  return newForm(folderFormSchema, { ...values, lockVersion: String(lockVersion), opened: openedWith(values) });
}

/** The typed form, merged with the changes that others have saved since (`mergeStored`), and the fields that would be saved. */
export function mergeFolder(typed: FolderForm["values"], folder: Folder, t: Translate) {
  const { values: stored } = folderForm(folder);
  const names = ["name", "alternativeName", "description", "teamId"] as const;
  const { values, errors } = mergeStored(names, { typed, opened: typed.opened, stored }, (name, value) =>
    t("folders:settings.stored", { value: (name === "teamId" ? folder.team.name : value) || t("folders:settings.nothing") }),
  );
  const merged = { ...values, lockVersion: stored.lockVersion, opened: stored.opened };
  const reading = readForm(toFormData(merged), folderFormSchema, t);
  return { values: merged, errors, fields: reading.ok ? toFolderFields(reading.value) : undefined };
}

/** Whether the folder already has these values. */
export const isSaved = (folder: Folder, { name, alternativeName, description, teamId }: FolderFields): boolean =>
  folder.name === name && folder.alternativeName === alternativeName && folder.description === description && folder.teamId === teamId;

export interface TeamChoice {
  id: string;
  slug: string;
  name: string;
  /** Whether the user may make people responsible for a new folder of the team. */
  manages: boolean;
}

/** The teams in which the user may create folders, plus the folder's current team. */
export async function listTeamChoices(upstream: Upstream, t: Translate, current?: Folder["team"]): Promise<TeamChoice[]> {
  const open = (await listTeams(upstream)).filter(({ permissions }) => permissions.createFolder);
  const others = current && !open.some(({ id }) => id === current.id) ? [current] : [];
  const managed = new Set(open.flatMap(({ id, permissions }) => (permissions.update ? [id] : [])));
  return [...others, ...open].map((team) => ({ id: team.id, slug: team.slug, name: teamName(team, t), manages: managed.has(team.id) }));
}
