import { z } from "zod";
import * as limits from "../../../contract/limits";
import { requiredLine } from "../../../contract/rest/shared";

export const tagNameSchema = z.object({ name: requiredLine(limits.tag) });
export const tagLeftoversSchema = z.object({ leftovers: z.array(requiredLine()).min(1).max(limits.tagLeftovers) });
export const tagMergeSchema = z.object({ into: requiredLine(limits.tag) });
