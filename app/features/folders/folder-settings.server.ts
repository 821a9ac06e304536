import { z } from "zod";
import { addPeople, firstPeople } from "~/forms/add-people.server";
import { type FormState, textsByName, typedValues } from "~/forms/form-state";
import { type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { pageBelow } from "~/layouts/overlay";
import { accessText } from "~/lists/access-text.server";
import { displayName } from "~/ui/display-name";
import type { Upstream } from "~/upstream/client.server";
import { refusedBecause } from "~/upstream/failure.server";
import { type Folder, findPeopleFor, listPeopleFor, requireFolder } from "~/upstream/folders.server";
import { createOwnership, listOwnerships } from "~/upstream/ownerships.server";
import { overlay } from "../../../contract/paths";
import { ownershipRoleSchema } from "../../../contract/rest/ownerships";
import { folderForm, folderFormSchema, isSaved, listTeamChoices, toFolderFields } from "./folder-form.server";

/** A folder that is no inbox. Throws a `Response`; for an inbox, a 403 that says so. */
export async function requireNoInbox(upstream: Upstream, folderId: string, t: Translate): Promise<Folder> {
  const folder = await requireFolder(upstream, folderId);
  if (folder.purpose === "inbox") throw refusedBecause({ title: t("folders:inboxStays.title"), text: t("folders:inboxStays.text") });
  return folder;
}

/** The data of a folder's settings. Throws a `Response`, including 403 without permission to change the folder. */
export async function requireFolderSettings(upstream: Upstream, folderId: string, t: Translate) {
  const folder = await requireNoInbox(upstream, folderId, t);
  const [ownerships, people] = await Promise.all([listOwnerships(upstream, folderId), listPeopleFor(upstream, folderId)]);
  return {
    title: t("folders:settings.title"),
    form: folderForm(folder),
    teams: await listTeamChoices(upstream, t, folder.team),
    ownerships: ownerships.map((one) => ({
      id: one.id,
      role: one.role,
      active: one.active,
      name: displayName(one.user),
      email: one.user.email,
      may: accessText(one.access, { own: "ownership", ...one }, t),
    })),
    ...firstPeople(people, { folder_id: folder.id }),
    key: crypto.randomUUID(),
  };
}

/** The URL of the settings, derived from the URL that one of their buttons posts to. */
export function settingsPath(request: Request, overlayPath: string): string {
  const below = new URL(pageBelow(request, overlayPath), request.url);
  return `${below.pathname}/${overlay("folderEdit")}${below.search}#owners`;
}

/** Makes the people named in `typed` responsible for the folder, as editors. */
export const addOwners = (upstream: Upstream, folderId: string, typed: string, key: string | undefined, t: Translate) =>
  addPeople(
    typed,
    {
      find: (term) => findPeopleFor(upstream, folderId, term),
      add: (userId) => createOwnership(upstream, { folderId, userId, role: "editor" }, key),
    },
    t,
  );

const rowSchema = z.object({
  role: ownershipRoleSchema.optional(),
  /** The last value wins: the form always sends "off", followed by "on" if checked. */
  active: z.array(z.enum(["on", "off"])).default([]),
  roleBefore: z.string().optional(),
  activeBefore: z.string().optional(),
});

interface RowChanges {
  role?: z.output<typeof ownershipRoleSchema>;
  active?: boolean;
}

/**
 * The changes of a row, without unchanged fields, so that they do not overwrite other users' changes. All rows are in one form, so field
 * names carry the row's id.
 */
export function readRow(texts: ReadonlyMap<string, string[]>, id: string, t: Translate): Reading<RowChanges> {
  const row = new FormData();
  for (const name of Object.keys(rowSchema.shape)) for (const value of texts.get(`${name}-${id}`) ?? []) row.append(name, value);
  const reading = readForm(row, rowSchema, t);
  if (!reading.ok) return reading;
  const { role, roleBefore, activeBefore } = reading.value;
  const active = reading.value.active.at(-1);
  const value = {
    role: role === roleBefore ? undefined : role,
    active: active === undefined || active === activeBefore ? undefined : active === "on",
  };
  return { ...reading, value };
}

export interface ChangedRow {
  id: string;
  changes: RowChanges;
}

/** Splits off the user's own row, which may revoke the permission to change the others. */
export async function partOwnRow(upstream: Upstream, folderId: string, userId: string, rows: ChangedRow[]) {
  const owners = rows.length === 0 ? [] : await listOwnerships(upstream, folderId);
  const ownId = owners.find((one) => one.userId === userId)?.id;
  return { own: rows.find(({ id }) => id === ownId), others: rows.filter(({ id }) => id !== ownId) };
}

/** Limit of changed rows per submission; each one is an API call. */
const mostChangedRows = 1_000;

/** The changed rows; rows with invalid values are ignored. */
export function changedRows(body: FormData, t: Translate): ChangedRow[] {
  const texts = textsByName(body);
  const differs = (name: string, id: string) => texts.get(`${name}-${id}`)?.at(-1) !== texts.get(`${name}Before-${id}`)?.at(-1);
  const ids = [...texts.keys()].flatMap((name) => (name.startsWith("role-") ? [name.slice("role-".length)] : []));
  const changed = ids.filter((id) => differs("role", id) || differs("active", id)).slice(0, mostChangedRows);
  return changed.flatMap((id) => {
    const reading = readRow(texts, id, t);
    if (!reading.ok) return [];
    const { role, active } = reading.value;
    return role === undefined && active === undefined ? [] : [{ id, changes: reading.value }];
  });
}

/** Drops the saved parts from a form that is shown again: the row with this id, or else the added people. */
export function forgetSaved(body: FormData, ownershipId?: string): void {
  const names = ownershipId === undefined ? ["person", "key"] : Object.keys(rowSchema.shape).map((name) => `${name}-${ownershipId}`);
  for (const name of names) body.delete(name);
}

const kept = ["name", "alternativeName", "description", "teamId", "lockVersion", "opened", "person", "key"];
const keptOfRows = ["role-", "active-"];

/** Everything entered in the settings, to be shown again. */
export const typedSettings = (body: FormData): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typedValues(body)).filter(([name]) => kept.includes(name) || keptOfRows.some((beginning) => name.startsWith(beginning))),
  );

/** The settings as sent, if parts of them are still unsaved: saving one part must not lose the rest. */
export function unsavedSettings(body: FormData, folder: Folder, t: Translate): FormState | undefined {
  const reading = readForm(body, folderFormSchema, t);
  const isFolderSaved = !body.has("name") || (reading.ok && isSaved(folder, toFolderFields(reading.value)));
  const isPersonTyped = body.getAll("person").some((text) => String(text).trim() !== "");
  if (isFolderSaved && !isPersonTyped && changedRows(body, t).length === 0) return undefined;
  return { values: typedSettings(body), errors: {} };
}
