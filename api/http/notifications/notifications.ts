import { createRoute, z } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  notificationMailsSchema,
  notificationSchema,
  notificationSettingsBodySchema,
  notificationSettingsSchema,
  readNotificationsBodySchema,
} from "../../../contract/rest/notifications";
import { fromWire } from "../../../contract/wire";
import { endNotificationMails, getNotificationMails, type NotificationMails } from "../../domain/notifications/mail-links";
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  type NotificationGroup,
  readNotification,
  readNotifications,
} from "../../domain/notifications/notifications";
import type { Services } from "../../services";
import { toPerson } from "../articles/article-wire";
import type { Api } from "../context";
import { idParams, invalid, json, jsonBody, refusals, tokenParams } from "../openapi";

const listRoute = createRoute({
  method: "get",
  path: "/notifications",
  summary: "What the caller is told, by kind and subject, newest first",
  tags: ["notifications"],
  responses: { 200: json(z.array(notificationSchema), "Without what the caller may not see."), ...refusals(401) },
});

const readRoute = createRoute({
  method: "post",
  path: "/notifications/{id}/read",
  summary: "Mark a notification as read, with earlier ones about the same",
  tags: ["notifications"],
  request: { params: idParams },
  responses: { 200: json(notificationSchema, "The notification."), ...refusals(401, 404) },
});

const readAllRoute = createRoute({
  method: "post",
  path: "/notifications/read",
  summary: "Mark all notifications up to a moment as read",
  tags: ["notifications"],
  request: { body: jsonBody(readNotificationsBodySchema) },
  responses: { 204: { description: "Done." }, ...invalid, ...refusals(400, 401, 413) },
});

const settingsRoute = createRoute({
  method: "get",
  path: "/notifications/settings",
  summary: "When the caller wants mails, by kind",
  tags: ["notifications"],
  responses: { 200: json(notificationSettingsSchema, "All kinds."), ...refusals(401) },
});

const changeSettingsRoute = createRoute({
  method: "put",
  path: "/notifications/settings",
  summary: "Change when the caller wants mails",
  tags: ["notifications"],
  request: { body: jsonBody(notificationSettingsBodySchema) },
  responses: { 200: json(notificationSettingsSchema, "All kinds."), ...invalid, ...refusals(400, 401, 413) },
});

const mailsPath = "/notification_mails/{token}";

const mailsRoute = createRoute({
  method: "get",
  path: mailsPath,
  summary: "The person behind the link of a mail about notifications",
  tags: ["notifications"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(notificationMailsSchema, "Whether they still get such mails."), ...refusals(404) },
});

const endMailsRoute = createRoute({
  method: "post",
  path: mailsPath,
  summary: "Switch off mails about all kinds, without a session; the body is ignored (RFC 8058)",
  tags: ["notifications"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(notificationMailsSchema, "Switched off."), ...refusals(404) },
});

export function registerNotifications(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json((await listNotifications(services, c.get("viewer"))).map(toGroupWire), 200));

  api.openapi(settingsRoute, async (c) => {
    const { timeZone, ...modes } = await getNotificationSettings(services, c.get("viewer"));
    return c.json({ ...modes, time_zone: timeZone }, 200);
  });

  api.openapi(changeSettingsRoute, async (c) => {
    const { settings } = c.req.valid("json");
    await changeNotificationSettings(services, c.get("viewer"), fromWire(settings));
    return c.json(settings, 200);
  });

  api.openapi(readAllRoute, async (c) => {
    await readNotifications(services, c.get("viewer"), c.req.valid("json").until);
    return c.body(null, 204);
  });

  api.openapi(readRoute, async (c) => c.json(toGroupWire(await readNotification(services, c.get("viewer"), c.req.valid("param").id)), 200));
}

/** Without a session. */
export function registerNotificationMails(api: Api, services: Services): void {
  api.openapi(mailsRoute, async (c) => c.json(toMailsWire(await getNotificationMails(services, c.req.valid("param").token)), 200));

  api.openapi(endMailsRoute, async (c) => c.json(toMailsWire(await endNotificationMails(services, c.req.valid("param").token)), 200));
}

const toMailsWire = ({ email, isWanted }: NotificationMails) => ({ email, wanted: isWanted });

function toGroupWire({ latest, count, people, isRead }: NotificationGroup): z.infer<typeof notificationSchema> {
  const { id, kind, subjectType, subjectId, subjectName, comment, role, deliveries, problem, place, createdAt } = latest;
  return {
    id,
    kind,
    count,
    people: people.map(toPerson),
    subject: { type: subjectType, id: subjectId, name: subjectName },
    folder_id: place?.folderId ?? null,
    comment: comment && { id: comment.id, excerpt: excerptOf(comment.body) },
    role,
    deliveries: deliveries && {
      total: deliveries.total,
      handed_over: deliveries.handedOver,
      refused: deliveries.refused,
      unknown: deliveries.unknown,
    },
    problem,
    created_at: createdAt,
    read: isRead,
  };
}

function excerptOf(text: string): string {
  const characters = [...text];
  return characters.length > limits.commentExcerpt ? `${characters.slice(0, limits.commentExcerpt).join("")}…` : text;
}
