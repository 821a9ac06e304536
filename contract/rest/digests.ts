import { z } from "zod";
import { idSchema } from "./shared";

export const digestFrequencies = ["off", "daily", "weekly"] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** When the person gets digests of what they follow, in their time zone. */
export const digestSettingsSchema = z
  .object({
    frequency: z.enum(digestFrequencies),
    /** For weekly digests: 1 is Monday. */
    weekday: z.int().min(1).max(7),
    hour: z.int().min(0).max(23),
  })
  .meta({ id: "DigestSettings" });

export type DigestSettings = z.infer<typeof digestSettingsSchema>;

/** The settings of people who have never changed them. */
export const defaultDigestSettings: DigestSettings = { frequency: "off", weekday: 1, hour: 7 };

export const digestSettingsBodySchema = z.object({ settings: digestSettingsSchema }).meta({ id: "DigestSettingsBody" });

/** The digest that would be sent now; `null` if there is nothing new. */
export const digestPreviewSchema = z
  .object({ digest: z.object({ subject: z.string(), html: z.string() }).nullable() })
  .meta({ id: "DigestPreview" });

/** The state of what a link in a digest ends: all digests of the person, or one follow. */
export const digestLinkSchema = z
  .object({
    email: z.string(),
    follow_id: idSchema.nullable(),
    /** The name of the follow; `null` for all digests, and if the follow has ended or its subject is hidden from the person. */
    name: z.string().nullable(),
    /** Whether there is something to end. */
    active: z.boolean(),
  })
  .meta({ id: "DigestLink" });
