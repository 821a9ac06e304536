import { z } from "zod";
import { notificationMailsSchema, notificationSchema, notificationSettingsSchema } from "../../contract/rest/notifications";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type Notification = Camel<z.output<typeof notificationSchema>>;
export type NotificationSettings = Camel<z.output<typeof notificationSettingsSchema>>;

/** The user's notifications by kind and subject, newest first. */
export const listNotifications = (upstream: Upstream) => upstream.get("/notifications", z.array(notificationSchema));

/** Marks a notification as read, with earlier ones about the same. */
export const readNotification = (upstream: Upstream, id: string) =>
  upstream.write("POST", `/notifications/${encodeURIComponent(id)}/read`, notificationSchema);

/** Marks all notifications up to a moment (ISO 8601) as read. */
export const readNotifications = (upstream: Upstream, until: string) =>
  upstream.write("POST", "/notifications/read", z.undefined(), { until });

export const requireNotificationSettings = (upstream: Upstream) => upstream.get("/notifications/settings", notificationSettingsSchema);

export const updateNotificationSettings = (upstream: Upstream, settings: NotificationSettings) =>
  upstream.write("PUT", "/notifications/settings", notificationSettingsSchema, { settings });

const mailsPath = (token: string) => `/notification_mails/${encodeURIComponent(token)}`;

/** The person behind the link of a mail, and whether they want such mails; `undefined` for an invalid link. */
export const findNotificationMails = (upstream: Upstream, token: string) =>
  unlessGone(upstream.get(mailsPath(token), notificationMailsSchema));

/** Switches off mails about all kinds. Idempotent. */
export const endNotificationMails = (upstream: Upstream, token: string) =>
  unlessGone(upstream.write("POST", mailsPath(token), notificationMailsSchema));
