import { z } from "zod";
import { tagRemovalSchema, tagSchema, usedTagListSchema, usedTagSchema } from "../../contract/rest/tags";
import type { Upstream } from "./client.server";

/** Every tag of the workspace by name, or those of one folder. */
export const listTags = (upstream: Upstream, folderId?: string) => upstream.get("/tags", z.array(tagSchema), { folderId });

const tagPath = (id: string) => `/tags/${encodeURIComponent(id)}`;

/** A page, counted from 0, of those whose names hold the term, with how often they are used. */
export const listUsedTags = (upstream: Upstream, query: { term?: string; page: number }) =>
  upstream.get("/tags/used", usedTagListSchema, query);

export const requireUsedTag = (upstream: Upstream, id: string) => upstream.get(tagPath(id), usedTagSchema);

/** What it would be taken off. */
export const requireTagRemoval = (upstream: Upstream, id: string) => upstream.get(`${tagPath(id)}/removal`, tagRemovalSchema);

export const createTag = (upstream: Upstream, name: string) => upstream.write("POST", "/tags", usedTagSchema, { tag: { name } });

export const renameTag = (upstream: Upstream, id: string, name: string) =>
  upstream.write("PUT", tagPath(id), usedTagSchema, { tag: { name } });

/** Puts the tag of this name in its place everywhere. */
export const mergeTag = (upstream: Upstream, id: string, into: string) =>
  upstream.write("POST", `${tagPath(id)}/merge`, usedTagSchema, { tag: { into } });

export const deleteTag = (upstream: Upstream, id: string) => upstream.write("DELETE", tagPath(id), z.undefined());
