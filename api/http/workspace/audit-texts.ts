import type { AuditTopic } from "../../../contract/rest/audit";
import auditDe from "../../../locales/de/audit.json";
import auditEn from "../../../locales/en/audit.json";
import type { AuditEntry } from "../../domain/workspace/audit";
import { createTexts, type KeysOf, type Locale } from "../../texts";

const translate = createTexts({ de: { audit: auditDe }, en: { audit: auditEn } });

const translated =
  (locale: Locale) =>
  (key: `audit:${KeysOf<typeof auditEn>}`, values?: object): string =>
    translate(locale, key, values);

type Entry = Pick<AuditEntry, "kind" | "actor" | "actorName" | "data">;

/** Kinds with a sentence that names no object, for objects in a personal team and for exports of several folders. */
const isNameable = (kind: string): kind is keyof typeof auditEn.nameless => kind in auditEn.nameless;

/** The sentence of an entry, in current wording; only its data is stored. */
export function auditSentence(locale: Locale, timeZone: string, { kind, actor, actorName, data }: Entry): string {
  const t = translated(locale);
  const values = {
    ...data,
    actor: actorName ?? auditActor(locale, { actor, actorName }),
    ...(typeof data.role === "string" ? { role: t(`audit:asRole.${data.role as keyof typeof auditEn.asRole}`) } : {}),
    ...(typeof data.at === "string" ? { at: momentIn(locale, timeZone, data.at) } : {}),
    ...(typeof data.format === "string" ? { format: data.format.toUpperCase() } : {}),
    ...(Array.isArray(data.fields) ? { fields: listOf(locale, "fields", data.fields) } : {}),
    ...(Array.isArray(data.scopes) ? { scopes: listOf(locale, "scopes", data.scopes) } : {}),
  };
  if (kind === "signInFailed") return t(data.person ? "audit:sentences.signInFailed" : "audit:sentences.signInFailedNobody", values);
  if (kind === "folderMoved") return t("audit:sentences.folderMoved", { ...values, ...teamsOf(locale, data) });
  const isDue = kind === "newsletterPublished" && actor === "system";
  const name = kind === "teamRenamed" || kind === "folderRenamed" ? data.from : data.folder;
  if (isNameable(kind) && !name) return t(isDue ? "audit:nameless.newsletterDue" : `audit:nameless.${kind}`, values);
  return t(isDue ? "audit:sentences.newsletterDue" : `audit:sentences.${kind}`, values);
}

/** The previous and the new team; personal teams are not named. */
function teamsOf(locale: Locale, { from, to }: Entry["data"]): { from: string; to: string } {
  const t = translated(locale);
  return {
    from: from ? t("audit:fromTeam.named", { team: from }) : t("audit:fromTeam.personal"),
    to: to ? t("audit:toTeam.named", { team: to }) : t("audit:toTeam.personal"),
  };
}

function listOf<Of extends "fields" | "scopes">(locale: Locale, of: Of, keys: string[]): string {
  const t = translated(locale);
  const names = keys.map((key) => t(`audit:${of}.${key}` as `audit:${KeysOf<typeof auditEn>}`));
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** The actor, by name if it is a person. */
export function auditActor(locale: Locale, { actor, actorName }: Pick<Entry, "actor" | "actorName">): string {
  if (actor === "person") return actorName ?? "–";
  return translated(locale)(`audit:actors.${actor}`);
}

export const auditTopicText = (locale: Locale, topic: AuditTopic): string => translated(locale)(`audit:topics.${topic}`);

export const auditColumnTexts = (locale: Locale) => {
  const t = translated(locale);
  return {
    fileName: t("audit:csv.fileName"),
    time: t("audit:csv.time"),
    who: t("audit:csv.who"),
    topic: t("audit:csv.topic"),
    what: t("audit:csv.what"),
  };
};

/** In the format of the pages. */
function momentIn(locale: Locale, timeZone: string, iso: string): string {
  const text = new Intl.DateTimeFormat("de-DE", {
    timeZone,
    day: "2-digit",
    month: "2-digit",
    year: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(iso));
  return locale === "de" ? `${text} Uhr` : text;
}
