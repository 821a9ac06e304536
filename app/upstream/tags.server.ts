import { z } from "zod";
import {
  listedTagSchema,
  tagLeftoverSchema,
  tagRemovalSchema,
  tagSchema,
  usedTagListSchema,
  usedTagSchema,
} from "../../contract/rest/tags";
import type { Upstream } from "./client.server";

/** The tags of the workspace, or of one folder, sorted by name. */
export const listTags = (upstream: Upstream, folderId?: string) => upstream.get("/tags", z.array(tagSchema), { folderId });

/** The tags of the workspace with the user's follows of them. */
export const listTagsWithFollows = (upstream: Upstream) => upstream.get("/tags", z.array(listedTagSchema), { follows: true });

const tagPath = (id: string) => `/tags/${encodeURIComponent(id)}`;

/** A page (zero-based) of tags whose names contain the term, with their usage. */
export const listUsedTags = (upstream: Upstream, query: { term?: string; page: number }) =>
  upstream.get("/tags/used", usedTagListSchema, query);

/** Tags that are probably unfinished words, with the tags that were meant. */
export const listTagLeftovers = (upstream: Upstream) => upstream.get("/tags/leftovers", z.array(tagLeftoverSchema));

export const requireUsedTag = (upstream: Upstream, id: string) => upstream.get(tagPath(id), usedTagSchema);

/** Deletion preview of a tag. */
export const requireTagRemoval = (upstream: Upstream, id: string) => upstream.get(`${tagPath(id)}/removal`, tagRemovalSchema);

export const createTag = (upstream: Upstream, name: string) => upstream.write("POST", "/tags", usedTagSchema, { tag: { name } });

export const renameTag = (upstream: Upstream, id: string, name: string) =>
  upstream.write("PUT", tagPath(id), usedTagSchema, { tag: { name } });

/** Replaces the tag everywhere by the tag with the name `into`. */
export const mergeTag = (upstream: Upstream, id: string, into: string) =>
  upstream.write("POST", `${tagPath(id)}/merge`, usedTagSchema, { tag: { into } });

export const deleteTag = (upstream: Upstream, id: string) => upstream.write("DELETE", tagPath(id), z.undefined());
