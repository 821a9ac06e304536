import { z } from "zod";
import { tagSchema } from "../../contract/rest/tags";
import type { Upstream } from "./client.server";

/** Every tag of the workspace by name, or those of one folder. */
export const listTags = (upstream: Upstream, folderId?: string) => upstream.get("/tags", z.array(tagSchema), { folderId });
