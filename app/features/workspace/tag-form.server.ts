import { z } from "zod";
import * as limits from "../../../contract/limits";
import { requiredLine } from "../../../contract/rest/shared";

export const tagNameSchema = z.object({ name: requiredLine(limits.tag) });
export const tagMergeSchema = z.object({ into: requiredLine(limits.tag) });
