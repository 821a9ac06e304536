import { sendNotificationMails } from "../domain/notifications/mails";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const notificationJobs = (services: Services): JobHandlers<"notification-mails"> => ({
  "notification-mails": (_, signal) => sendNotificationMails(services, signal),
});
