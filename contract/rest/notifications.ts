import { z } from "zod";
import { idSchema, timestampSchema } from "./shared";
import { sourceProblems } from "./sources";
import { personSchema, roleSchema } from "./users";

export const notificationKinds = ["comment", "mention", "role", "export", "newsletter", "source"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Days for which notifications are kept. */
export const notificationDays = 90;

/** When mails about a kind are sent: `daily` collects them. The list in the product does not depend on it. */
export const notificationModeSchema = z.enum(["off", "now", "daily"]);
export type NotificationMode = z.infer<typeof notificationModeSchema>;

/** The modes of kinds for which the person has not chosen one. */
export const defaultModes: Record<NotificationKind, NotificationMode> = {
  comment: "daily",
  mention: "now",
  role: "now",
  export: "off",
  newsletter: "now",
  source: "now",
};

const modes = Object.fromEntries(notificationKinds.map((kind) => [kind, notificationModeSchema])) as Record<
  NotificationKind,
  typeof notificationModeSchema
>;

export const notificationSettingsSchema = z
  .object({
    ...modes,
    /** One of `timeZones`. Daily mails are sent at seven in the morning there. */
    time_zone: z.string().min(1).max(100),
  })
  .meta({ id: "NotificationSettings" });

/** The person behind the link of a mail about notifications, and whether they still get such mails. */
export const notificationMailsSchema = z.object({ email: z.string(), wanted: z.boolean() }).meta({ id: "NotificationMails" });

export const notificationSettingsBodySchema = z.object({ settings: notificationSettingsSchema }).meta({ id: "NotificationSettingsBody" });

/** Events of one kind about the same thing. */
export const notificationSchema = z
  .object({
    /** Of the newest event. */
    id: idSchema,
    kind: z.enum(notificationKinds),
    /** How many events, among the newest 500. */
    count: z.int().min(1),
    /** The people who caused them, the last one first; empty for events without one. */
    people: z.array(personSchema),
    /** What it is about; of a role, where it was given. */
    subject: z.object({
      type: z.enum(["content", "team", "folder", "client", "export", "mailing", "source"]),
      id: idSchema,
      name: z.string(),
    }),
    /** The folder of a source or newsletter. */
    folder_id: idSchema.nullable(),
    /** The newest comment, and the beginning of its text. */
    comment: z.object({ id: idSchema, excerpt: z.string() }).nullable(),
    /** The person's role now. */
    role: roleSchema.nullable(),
    /** The recipients of a newsletter. */
    deliveries: z.object({ total: z.int(), handed_over: z.int(), refused: z.int(), unknown: z.int() }).nullable(),
    /** Why a source fails. */
    problem: z.enum(sourceProblems).nullable(),
    created_at: timestampSchema,
    /** Whether all of its events were read. */
    read: z.boolean(),
  })
  .meta({ id: "Notification" });

/** All events up to this moment, so that those stay unread that the caller has not seen. */
export const readNotificationsBodySchema = z.object({ until: timestampSchema }).meta({ id: "ReadNotificationsBody" });
