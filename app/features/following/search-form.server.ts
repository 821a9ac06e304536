import { z } from "zod";
import * as limits from "../../../contract/limits";
import { requiredLine } from "../../../contract/rest/shared";

export const searchFormSchema = z.object({ name: requiredLine(limits.feedName) });
