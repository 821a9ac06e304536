import * as limits from "../../../contract/limits";
import type { NotificationKind } from "../../../contract/rest/notifications";
import { plainLine } from "../../../contract/rest/shared";
import type { SourceProblem } from "../../../contract/rest/sources";
import type { Role } from "../../../contract/rest/users";
import { cut } from "../frame";
import type { Block, Message } from "../message";
import { plainHeader } from "../names";
import type { MailText } from "../texts";
import { greeting } from "./greeting";
import { newsletterFailuresMessage } from "./newsletter-failures";
import { sourceFailingMessage } from "./source-failing";

/** Events of one kind about the same subject. */
export interface NotificationEntry {
  kind: NotificationKind;
  url: string;
  subject: { type: "content" | "team" | "folder" | "client" | "export" | "mailing" | "source"; name: string };
  /** The folder of a source. */
  folder: string;
  /** The names of the people who caused them, the last one first. */
  people: string[];
  /** The newest comment. */
  comment: string | null;
  role: Role | null;
  deliveries: { total: number; handedOver: number; refused: number; unknown: number } | null;
  problem: SourceProblem | null;
}

interface Notifications {
  name: string | null;
  entries: NotificationEntry[];
  settingsUrl: string;
  /** Ends all such mails. */
  unsubscribeUrl: string;
}

/** A person's notifications in one mail. The mail about a single one is worded for its kind. */
export function notificationsMessage({ name, entries, settingsUrl, unsubscribeUrl }: Notifications, t: MailText): Message {
  const [first] = entries;
  const ways: Block[] = [
    { kind: "link", text: t("mail:notifications.settings"), url: settingsUrl },
    { kind: "link", text: t("mail:notifications.unsubscribe"), url: unsubscribeUrl },
  ];
  if (first && entries.length === 1) {
    const { subject, blocks } = single(first, name, t);
    return { subject, blocks: [...blocks, ...ways] };
  }
  return {
    subject: t("mail:notifications.subject", { count: entries.length }),
    blocks: [
      greeting(name, t),
      { kind: "text", text: t("mail:notifications.text") },
      ...entries.map((entry): Block => ({ kind: "link", text: [sentence(entry, t), ...quote(entry, t)].join(" "), url: entry.url })),
      ...ways,
    ],
  };
}

function single(entry: NotificationEntry, name: string | null, t: MailText): Message {
  const { kind, url, subject, folder, deliveries, problem } = entry;
  if (kind === "newsletter" && deliveries) return newsletterFailuresMessage({ name, newsletter: subject.name, deliveries, url }, t);
  if (kind === "source" && problem) return sourceFailingMessage({ name, source: subject.name, folder, problem, url }, t);
  return {
    subject: subjectOf(entry, t),
    blocks: [
      greeting(name, t),
      { kind: "text", text: sentence(entry, t) },
      ...quote(entry, t).map((text): Block => ({ kind: "note", text })),
      { kind: "button", label: t(`mail:notifications.buttons.${kind === "mention" ? "comment" : kind}`), url },
    ],
  };
}

function subjectOf({ kind, subject, people }: NotificationEntry, t: MailText): string {
  const values = { name: plainHeader(subject.name).slice(0, 80), people: people[0] ?? t("mail:notifications.someone") };
  if (kind === "role") return t(`mail:notifications.subjects.role.${toPlace(subject.type)}`, values);
  return kind === "newsletter" || kind === "source"
    ? t(`mail:notifications.sentences.${kind}`, values)
    : t(`mail:notifications.subjects.${kind}`, values);
}

function sentence({ kind, subject, people, role }: NotificationEntry, t: MailText): string {
  const values = { name: plainLine(subject.name), people: listed(people, t), count: Math.max(people.length, 1) };
  if (kind === "role") {
    const named = { ...values, role: t(`mail:notifications.roles.${role ?? "reader"}`) };
    return t(`mail:notifications.sentences.role.${toPlace(subject.type)}`, named);
  }
  return t(`mail:notifications.sentences.${kind}`, values);
}

const toPlace = (type: NotificationEntry["subject"]["type"]) => (type === "team" || type === "folder" ? type : "client");

function listed([first, second, ...others]: string[], t: MailText): string {
  if (first === undefined) return t("mail:notifications.someone");
  if (second === undefined) return first;
  if (others.length === 0) return t("mail:notifications.two", { first, second });
  return t("mail:notifications.more", { first, count: others.length + 1 });
}

const quote = ({ comment }: NotificationEntry, t: MailText) =>
  comment === null ? [] : [t("mail:notifications.quote", { text: cut(plainLine(comment), limits.commentExcerpt) })];
