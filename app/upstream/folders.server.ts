import { z } from "zod";
import { folderRemovalSchema, folderSchema } from "../../contract/rest/folders";
import { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Folder = Camel<z.output<typeof folderSchema>>;

/** The fields of a folder as people write them. */
export interface FolderFields {
  name: string;
  alternativeName: string | null;
  description: string | null;
  teamId: string;
}

const folderPath = (id: string) => `/folders/${encodeURIComponent(id)}`;

/** The folders this person may see, by team; only those that take articles from this person when `writable`; `recent` tells what others filed. */
export const listFolders = (upstream: Upstream, query: { writable?: boolean; recent?: boolean } = {}) =>
  upstream.get("/folders", z.array(folderSchema), query);

export const requireFolder = (upstream: Upstream, id: string) => upstream.get(folderPath(id), folderSchema);

/** The same, when it can be exported as a whole; else there is no such page. */
export async function requireExportableFolder(upstream: Upstream, id: string): Promise<Folder> {
  const folder = await requireFolder(upstream, id);
  if (!folder.exportEnabled) throw new Response(null, { status: 404 });
  return folder;
}

export const createFolder = (upstream: Upstream, fields: FolderFields, idempotencyKey?: string) =>
  upstream.write("POST", "/folders", folderSchema, { folder: fields }, { idempotencyKey });

/** Saves a change that started from `lockVersion`; 409 when somebody else saved since. */
export const updateFolder = (upstream: Upstream, id: string, fields: FolderFields & { lockVersion?: number }) =>
  upstream.write("PUT", folderPath(id), folderSchema, { folder: fields });

/** How much is deleted with a folder. */
export const requireFolderRemoval = (upstream: Upstream, id: string) => upstream.get(`${folderPath(id)}/removal`, folderRemovalSchema);

export const deleteFolder = (upstream: Upstream, id: string) => upstream.write("DELETE", folderPath(id), z.undefined());

const peoplePath = (id: string) => `${folderPath(id)}/people`;
const peopleSchema = z.array(personSchema);

/** People of the workspace by name, for who makes one of them responsible for the folder. */
export const listPeopleFor = (upstream: Upstream, id: string) => upstream.get(peoplePath(id), peopleSchema);

/** The same whose name or address holds the term, for the form that asks. */
export const findPeopleFor = (upstream: Upstream, id: string, term: string) => upstream.ask(peoplePath(id), peopleSchema, { term });
