import { z } from "zod";
import { type folderFieldsSchema, folderRemovalSchema, folderSchema, shownFolderSchema } from "../../contract/rest/folders";
import { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { orUnplaced } from "./failure.server";

export type Folder = Camel<z.output<typeof folderSchema>>;

/** The editable fields of a folder. */
export type FolderFields = Camel<z.output<typeof folderFieldsSchema>>;

const folderPath = (id: string) => `/folders/${encodeURIComponent(id)}`;

/** The visible folders by team. `writable`: only those in which the user may create articles; `recent`: includes what others have filed. */
export const listFolders = (upstream: Upstream, query: { writable?: boolean; recent?: boolean } = {}) =>
  upstream.get("/folders", z.array(folderSchema), query);

export const requireFolder = (upstream: Upstream, id: string) => upstream.get(folderPath(id), shownFolderSchema);

/** The folder. Throws a 404 if it cannot be exported as a whole. */
export async function requireExportableFolder(upstream: Upstream, id: string): Promise<Folder> {
  const folder = await requireFolder(upstream, id);
  if (!folder.exportEnabled) throw new Response(null, { status: 404 });
  return folder;
}

export const createFolder = (upstream: Upstream, fields: FolderFields, idempotencyKey?: string) =>
  orUnplaced(upstream.write("POST", "/folders", folderSchema, { folder: fields }, { idempotencyKey }));

/** Saves a change based on `lockVersion`; 409 if someone else has saved since. */
export const updateFolder = (upstream: Upstream, id: string, fields: FolderFields & { lockVersion?: number }) =>
  upstream.write("PUT", folderPath(id), folderSchema, { folder: fields });

/** Takes the folder's articles out of the stream, or puts them back. */
export const updateFolderStream = (upstream: Upstream, id: string, hiddenFromStream: boolean) =>
  upstream.write("PUT", `${folderPath(id)}/stream`, folderSchema, { hiddenFromStream });

/** Deletion preview of a folder. */
export const requireFolderRemoval = (upstream: Upstream, id: string) => upstream.get(`${folderPath(id)}/removal`, folderRemovalSchema);

export const deleteFolder = (upstream: Upstream, id: string) => upstream.write("DELETE", folderPath(id), z.undefined());

const peoplePath = (id: string) => `${folderPath(id)}/people`;
const peopleSchema = z.array(personSchema);

/** People of the workspace who can be made responsible for the folder, sorted by name, at most `limits.peopleFound`. */
export const listPeopleFor = (upstream: Upstream, id: string) => upstream.get(peoplePath(id), peopleSchema);

/** Like `listPeopleFor`, only those whose name or e-mail address contains the term. */
export const findPeopleFor = (upstream: Upstream, id: string, term: string) => upstream.ask(peoplePath(id), peopleSchema, { term });
