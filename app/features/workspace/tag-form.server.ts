import { z } from "zod";
import * as limits from "../../../contract/limits";
import { requiredLine } from "../../../contract/rest/shared";
import { tagBodySchema, tagMergeBodySchema } from "../../../contract/rest/tags";

export const tagNameSchema = tagBodySchema.shape.tag;
export const tagLeftoversSchema = z.object({ leftovers: z.array(requiredLine()).min(1).max(limits.tagLeftovers) });
export const tagMergeSchema = tagMergeBodySchema.shape.tag;
