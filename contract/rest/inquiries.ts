import { z } from "zod";
import { emailSchema, idSchema, optionalLine, requiredLine, timestampSchema } from "./shared";

/** Bots put advertising into every field, while real names contain no web address. */
const webAddress = /https?:\/\/|\bwww\.|<a\s|\[url/i;
const withoutAddress = <Schema extends z.ZodType<string | null>>(schema: Schema) =>
  schema.refine((text) => text === null || !webAddress.test(text), { params: { key: "noWebAddress" } });

/** A demo request. */
export const inquiryFields = {
  company: withoutAddress(optionalLine()),
  name: withoutAddress(requiredLine()),
  email: emailSchema,
  phone: withoutAddress(optionalLine()),
};

export const inquiryBodySchema = z.object({ inquiry: z.object(inquiryFields).meta({ id: "NewInquiry" }) });

export const inquirySchema = z
  .object({
    id: idSchema,
    company: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: "Inquiry" });
