import type { z } from "zod";
import { defaultModes, type NotificationKind, type notificationSettingsSchema } from "../../../contract/rest/notifications";
import { timeZones } from "../../../contract/time-zones";
import type { Camel } from "../../../contract/wire";
import { moveToZone } from "../../db/following/digests";
import * as store from "../../db/notifications/notifications";
import { inTransaction } from "../../db/pool";
import { type Action, isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { requireId } from "../ids";
import { toStorableMoment } from "../stream/news";

/** Events of one kind about the same subject; `latest` is the newest one. */
export interface NotificationGroup {
  latest: store.NotificationRow;
  count: number;
  /** The people who caused them, the last one first. */
  people: NonNullable<store.NotificationRow["actor"]>[];
  isRead: boolean;
}

export type NotificationSettings = Camel<z.output<typeof notificationSettingsSchema>>;

/** The viewer's notifications, newest first, without any about something that they may not see now. */
export const listNotifications = async ({ database }: Services, viewer: Viewer): Promise<NotificationGroup[]> =>
  toGroups(viewer, await store.listNotifications(database.db, viewer));

/** Marks a notification as read, with earlier ones about the same. Throws `NotFound`, also if its subject is gone or hidden from the viewer. */
export async function readNotification({ database }: Services, viewer: Viewer, id: string): Promise<NotificationGroup> {
  const rows = (await store.markGroupRead(database.db, viewer, requireId(id))) ? await store.listGroup(database.db, viewer, id) : [];
  const [group] = toGroups(viewer, rows);
  if (!group) throw new NotFound();
  return group;
}

/** Marks all of the viewer's notifications as read, up to that moment (ISO 8601). */
export const readNotifications = ({ database }: Services, viewer: Viewer, until: string): Promise<void> =>
  store.markRead(database.db, viewer, toStorableMoment(until));

export const withDefaults = (modes: store.Settings["modes"]) => ({ ...defaultModes, ...modes });

/** When the viewer wants mails. */
export async function getNotificationSettings({ config, database }: Services, { userId }: Viewer): Promise<NotificationSettings> {
  const { modes, timeZone } = await store.findSettings(database.db, userId);
  return { ...withDefaults(modes), timeZone: timeZone ?? config.timeZone };
}

/** Throws `InvalidFields` for an unknown time zone. */
export async function changeNotificationSettings(
  { config, database }: Services,
  { userId }: Viewer,
  { timeZone, ...modes }: NotificationSettings,
): Promise<void> {
  const isDefault = timeZone === config.timeZone;
  await inTransaction(database, async (tx) => {
    const isKnown = isDefault || timeZones.includes(timeZone);
    if (!isKnown || !(await store.updateSettings(tx, userId, { modes, timeZone: isDefault ? null : timeZone }))) {
      throw new InvalidFields({ timeZone: [{ key: "notAChoice" }] });
    }
    await moveToZone(tx, userId, config.timeZone);
  });
}

const manages: Partial<Record<NotificationKind, Action>> = { newsletter: "newsletter:manage", source: "source:manage" };

/** Groups rows that are ordered from the newest, and leaves out what the viewer no longer manages. */
export function toGroups(viewer: Viewer, rows: readonly store.NotificationRow[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const row of rows) {
    if (!isManaged(viewer, row)) continue;
    const key = `${row.kind} ${row.subjectId}`;
    const group = groups.get(key) ?? { latest: row, count: 0, people: [], isRead: true };
    group.count += 1;
    group.isRead &&= row.isRead;
    if (row.actor && !group.people.some(({ id }) => id === row.actor?.id)) group.people.push(row.actor);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function isManaged(viewer: Viewer, { kind, place }: store.NotificationRow): boolean {
  const action = manages[kind];
  if (action === undefined) return true;
  if (!place) return false;
  const { folderId, purpose, teamId, visibility } = place;
  return isPermitted(viewer, action, { clientId: viewer.clientId, team: { id: teamId, visibility }, folder: { id: folderId, purpose } });
}
