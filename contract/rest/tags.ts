import { z } from "zod";
import { idSchema } from "./shared";

export const tagSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() }).meta({ id: "Tag" });

export const tagQuerySchema = z.object({ folder_id: idSchema.optional() });
