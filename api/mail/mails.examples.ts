import { href } from "../../contract/paths";
import { serverHref } from "../../contract/paths.server";
import type { Message } from "./message";
import { addressTakenMessage } from "./messages/address-taken";
import { emailChangeAskedMessage, emailChangeConfirmMessage, emailChangedMessage } from "./messages/email-change";
import { firstPasswordMessage } from "./messages/first-password";
import { inquiryMessage } from "./messages/inquiry";
import { invitationMessage } from "./messages/invitation";
import { newsletterFailuresMessage } from "./messages/newsletter-failures";
import { newsletterReturnedMessage } from "./messages/newsletter-returned";
import { type NotificationEntry, notificationsMessage } from "./messages/notifications";
import { passwordChangedMessage } from "./messages/password-changed";
import { passwordResetMessage } from "./messages/password-reset";
import { signUpMessage } from "./messages/sign-up";
import { sourceFailingMessage } from "./messages/source-failing";
import { subscriptionMessage } from "./messages/subscription";
import type { MailText } from "./texts";

const name = "Jana Petersen";
const workspace = "demo";
const page = (path: string) => `http://localhost:3000${path}`;
const secret = "jU4nq2bH9sXo7Ff0cQvLr1Kd8TzYw5Ee3GmPa6RiNxM";
const signInUrl = page(href("signIn"));
const newPasswordUrl = page(href("passwordReset"));

const settingsUrl = page(href("settingsNotifications"));
const unsubscribeUrl = page(serverHref("notificationMails", { token: secret }));
const entry = (about: Pick<NotificationEntry, "kind"> & Partial<NotificationEntry>): NotificationEntry => ({
  url: page(`${href("article", { contentId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a12" })}#kommentar-0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a13`),
  subject: { type: "content", name: "Sperrpause am Nordkorridor verlängert" },
  folder: "Presseschau",
  people: ["Anna Brandt"],
  comment: null,
  role: null,
  deliveries: null,
  problem: null,
  ...about,
});

const mention = entry({ kind: "mention", comment: "@Jana Petersen, steht das schon fest? Der Termin fehlt in der Meldung." });
const comments = entry({
  kind: "comment",
  subject: { type: "content", name: "Was die Abwehr kostet" },
  people: ["Tobias Kern", "Clara Voss", "Anna Brandt"],
  comment: "Die Zahlen stammen aus dem Bericht vom Frühjahr.",
});
const role = entry({
  kind: "role",
  subject: { type: "team", name: "Netz und Bau" },
  role: "admin",
  url: page(href("team", { teamId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a14" })),
});
const exported = entry({
  kind: "export",
  subject: { type: "export", name: "Nordkorridor im November" },
  people: [],
  url: page(href("settingsExports")),
});

/** Every mail by name, addressed to Jana. */
export const exampleMails: Record<string, (t: MailText) => Message> = {
  "password-reset": (t) =>
    passwordResetMessage({ name, workspace, url: page(serverHref("passwordResetConfirmation", { token: secret })), validHours: 1 }, t),
  "sign-up": (t) => signUpMessage({ workspace, url: page(serverHref("emailConfirmation", { token: secret })), validDays: 7 }, t),
  subscription: (t) =>
    subscriptionMessage(
      { folder: "Presseschau", client: "Nordbahn", url: page(serverHref("subscriptionConfirmation", { token: secret })), validDays: 7 },
      t,
    ),
  "address-taken": (t) => addressTakenMessage({ name, workspace, signInUrl, newPasswordUrl }, t),
  invitation: (t) =>
    invitationMessage(
      { inviter: "Anna Brandt", client: "Nordbahn", workspace, url: page(serverHref("invitation", { token: secret })), validDays: 14 },
      t,
    ),
  "invitation-unnamed": (t) =>
    invitationMessage(
      { inviter: null, client: "Nordbahn", workspace, url: page(serverHref("invitation", { token: secret })), validDays: 14 },
      t,
    ),
  "first-password": (t) =>
    firstPasswordMessage(
      { name: null, workspace, email: "jana@demo.example", password: "kr7m-x4pq-n9th-w2db", signInUrl, validDays: 7 },
      t,
    ),
  "email-change-asked": (t) => emailChangeAskedMessage({ name, workspace, email: "jana.petersen@demo.example", newPasswordUrl }, t),
  "email-change-confirm": (t) =>
    emailChangeConfirmMessage({ workspace, url: page(serverHref("emailConfirmation", { token: secret })), validDays: 1 }, t),
  "email-changed": (t) => emailChangedMessage({ name, workspace, email: "jana.petersen@demo.example" }, t),
  inquiry: (t) => inquiryMessage({ name, company: "Nordbahn AG", email: "jana@demo.example", phone: null }, t),
  "newsletter-failures": (t) =>
    newsletterFailuresMessage(
      {
        name,
        newsletter: "Presseschau am Morgen",
        deliveries: { total: 1240, handedOver: 1235, refused: 3, unknown: 2 },
        url: page(href("newsletters", { product: "folda", folderId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a10" })),
      },
      t,
    ),
  "source-failing": (t) =>
    sourceFailingMessage(
      {
        name,
        source: "Heidekurier: Verkehr",
        folder: "Presseschau",
        problem: "timeout",
        url: page(
          href("source", {
            product: "folda",
            folderId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a10",
            sourceId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a11",
          }),
        ),
      },
      t,
    ),
  "notification-mention": (t) => notificationsMessage({ name, entries: [mention], settingsUrl, unsubscribeUrl }, t),
  "notification-role": (t) => notificationsMessage({ name, entries: [role], settingsUrl, unsubscribeUrl }, t),
  "notification-export": (t) => notificationsMessage({ name, entries: [exported], settingsUrl, unsubscribeUrl }, t),
  notifications: (t) => notificationsMessage({ name, entries: [mention, comments, role, exported], settingsUrl, unsubscribeUrl }, t),
  "newsletter-returned": (t) =>
    newsletterReturnedMessage(
      {
        name,
        newsletter: "Presseschau am Morgen",
        leftOut: [
          { title: "Angriff auf die Leitstelle", reason: "not_shareable" },
          { title: "Was die Abwehr kostet", reason: "gone" },
          { title: null, reason: "gone" },
        ],
        url: page(href("newsletters", { product: "folda", folderId: "0b8f5c1e-7d0e-4f5c-9a52-3f4f3a4f7a10" })),
      },
      t,
    ),
  "password-changed": (t) => passwordChangedMessage({ name, workspace, newPasswordUrl }, t),
};
