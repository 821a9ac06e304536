import { parseHTML } from "linkedom";
import routeTable from "../../app/routes";
import type { Records } from "./seed";

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  file: string;
  children?: Entry[] | undefined;
}

/** A mounted path, such as `/contents/:contentId/edit`, and its module. */
export interface Mounted {
  pattern: string;
  file: string;
}

/** A page that signs its visitor out. */
export const signsOut = "/webview/init";

export async function mountedRoutes(): Promise<Mounted[]> {
  const flatten = (entry: Entry, above: string): Mounted[] => {
    const pattern = `${above}/${entry.path ?? ""}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
    const own = entry.path === undefined ? [] : [{ pattern, file: entry.file }];
    return [...own, ...(entry.children ?? []).flatMap((child) => flatten(child, pattern))];
  };
  return ((await routeTable) as Entry[]).flatMap((entry) => flatten(entry, ""));
}

/** Whether the pattern mounts an overlay of `/contents/:contentId` again, over a list. A new article has only mounts over lists. */
export const isAnotherMount = (pattern: string): boolean =>
  /^\/(stream|search|tag\/:tag|:product\/:folderId)\/contents\/(?!new$)/.test(pattern);

/** The path of a route for these records. */
export function addressOf(pattern: string, records: Records): string {
  const params: Record<string, string> = {
    product: "folda",
    folderId: records.folder,
    contentId: records.article,
    commentId: records.comment,
    notificationId: records.notification,
    attachmentId: records.attachment,
    variant: "original",
    teamId: records.team,
    memberId: records.user,
    membershipId: records.membership,
    tagId: records.tag,
    tag: "gleis",
    invitationId: records.invitation,
    ownershipId: records.ownership,
    feedId: records.feed,
    followId: records.follow,
    sourceId: records.source,
    subscriberId: records.subscriber,
    keyId: records.apiKey,
    exportId: records.export,
    batchId: records.batch,
    importId: records.bookmarkImport,
    format: "csv",
    trashId: records.trashed,
    sessionId: records.session,
    textId: records.textBlock,
    newsletterId: /deliveries|publication|success|^\/newsletter/.test(pattern) ? records.mailing : records.draft,
    pictureId: records.article,
    token: pattern.startsWith("/feeds") ? records.feedToken : "geheimnis",
    file: pattern.startsWith("/theme") ? "aabbcc.css" : "logo.svg",
    locale: "de",
  };
  return pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name).replace("*", "nichts");
}

/** Query parameters that pages read. */
export const queryNames = [
  "after",
  "apply",
  "at",
  "comments",
  "countries",
  "created_at_from",
  "created_at_until",
  "deliveries_page",
  "except",
  "external",
  "fetch",
  "folder",
  "folder_id",
  "folder_ids",
  "form",
  "format",
  "layout",
  "locks",
  "mailings_page",
  "mode",
  "name",
  "notice",
  "p",
  "page",
  "priority",
  "published_at_from",
  "reason",
  "resumed",
  "role",
  "scheme",
  "sent",
  "sort_by",
  "sort_dir",
  "source_name",
  "state",
  "tags",
  "team",
  "term",
  "to",
  "topic",
  "url",
  "user",
  "user_id",
  "when",
  "_routes",
];

export interface Form {
  /** As in the page. */
  action: string;
  fields: [name: string, value: string][];
  /** Fields with typed text, including secrets. */
  typed: string[];
  /** Those of them with several lines. */
  textAreas: string[];
}

/** A form with the cookie of the person who sees it; empty for visitors. */
export interface CollectedForm extends Form {
  cookie: string;
}

/** Identifies a form regardless of its values. */
export const signatureOf = ({ action, fields }: Pick<Form, "action" | "fields">): string =>
  // The teams of an invitation are preselected only where there is one.
  `${action} ${[...new Set(fields.map(([name]) => name))].filter((name) => name !== "teamIds").sort()} ${fields.filter(([name]) => /intent|perform|do|step/.test(name))}`;

const typed: Record<string, string> = {
  email: "neu@partner.example",
  url: "https://zeitung.example/artikel",
  date: "2026-03-01",
  "datetime-local": "2027-03-01T08:00",
  password: "Stellwerk-Rot-7-Nordkreuz",
  number: "1",
  color: "#112233",
};

/** Valid texts for fields whose type does not tell. */
const valid: Record<string, string> = {
  sourceUrl: "https://zeitung.example/artikel",
  fileUrls: "https://zeitung.example/anlage.pdf",
  emailWhitelist: "partner.example",
  emailBlacklist: "werbung.example",
  emailAddresses: "neu@partner.example",
  addresses: "neu@partner.example",
  previewRecipients: "neu@partner.example",
  person: "lena@demo.example",
};

/**
 * The forms of a page that can be posted, without those that are inert below an overlay: once for every button, with their values, and with texts in
 * empty fields.
 */
export function formsOf(html: string, address: string): Form[] {
  const { document } = parseHTML(html);
  return [...document.querySelectorAll("form")].flatMap((form: Element) => {
    if (form.getAttribute("method")?.toLowerCase() !== "post" || form.closest("[inert]")) return [];
    const url = new URL(form.getAttribute("action") ?? address, `http://here.invalid${address}`);
    const id = form.getAttribute("id");
    const inForm = [...form.querySelectorAll("input, select, textarea")];
    const outside = id ? [...document.querySelectorAll(`[form="${id}"]`)] : [];
    const controls = [...inForm, ...outside.filter((one) => one.localName !== "button")];
    const fields = controls.flatMap(fieldOf);
    const buttons = [...form.querySelectorAll("button"), ...outside.filter((one) => one.localName === "button")].flatMap(
      (button: Element) => {
        const name = button.getAttribute("name");
        return name ? [[name, button.getAttribute("value") ?? ""] as [string, string]] : [];
      },
    );
    const action = url.pathname + url.search;
    const namesOf = (which: Element[]) => which.map((control) => control.getAttribute("name") ?? "");
    const texts = controls.filter(isTyped);
    const textAreas = namesOf(texts.filter(({ localName }) => localName === "textarea"));
    const shared = { action, typed: namesOf(texts), textAreas };
    return buttons.length === 0 ? [{ ...shared, fields }] : buttons.map((button) => ({ ...shared, fields: [...fields, button] }));
  });
}

/**
 * One form of each kind, from one page of every module, as the owner and as a visitor; also posts of the owner to modules without a form.
 * A form that both see is the owner's.
 */
export async function collectForms(
  ask: (path: string, cookie: string) => Promise<Response>,
  { records, cookie: owner }: { records: Records; cookie: string },
): Promise<Map<string, CollectedForm>> {
  const forms = new Map<string, CollectedForm>();
  const moduleAt = new Map((await mountedRoutes()).map(({ pattern, file }) => [addressOf(pattern, records), file]));
  for (const [path] of new Map([...moduleAt].map(([path, file]) => [file, [path]])).values()) {
    for (const cookie of path === signsOut ? [""] : [owner, ""]) {
      const page = await ask(path ?? "", cookie);
      if (page.status !== 200 || !page.headers.get("Content-Type")?.includes("html")) continue;
      for (const form of formsOf(await page.text(), path ?? "")) {
        const module = moduleAt.get(form.action.split("?")[0] ?? "") ?? form.action;
        const name = `${module} ${signatureOf({ ...form, action: "" })}`;
        if ((forms.get(name)?.cookie ?? cookie) === cookie) forms.set(name, { ...form, cookie });
      }
    }
  }
  const reached = [...forms.keys()].map((name) => name.split(" ")[0]);
  for (const [action, file] of moduleAt) {
    const fields: Form["fields"] = [
      ["to", "/stream"],
      ["id", records.article],
    ];
    if (!reached.includes(file)) forms.set(file, { action, fields, typed: [], textAreas: [], cookie: owner });
  }
  return forms;
}

/** Runs `work` for all items, four at a time. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

export const endsSession = ({ action }: Form) => /^\/(sign-out|settings\/sessions)/.test(action);
export const destroys = ({ action }: Form) => /delete|removal|close-account|merge|leave|publication/.test(action);
const chosen = ["hidden", "checkbox", "radio", "file", "submit", "color"];

const isTyped = (control: Element): boolean =>
  control.localName === "textarea" ||
  (control.localName === "input" && control.hasAttribute("name") && !chosen.includes(control.getAttribute("type") ?? "text"));

function fieldOf(control: Element): [string, string][] {
  const name = control.getAttribute("name");
  if (!name || control.hasAttribute("disabled")) return [];
  const type = control.getAttribute("type") ?? "text";
  if (control.localName === "textarea") return [[name, control.textContent || (valid[name] ?? "Ein Text")]];
  if (control.localName === "select") {
    const options = [...control.querySelectorAll("option")] as Element[];
    const chosen =
      options.find((option) => option.hasAttribute("selected") && option.getAttribute("value") !== "") ??
      options.find((option) => option.getAttribute("value"));
    return [[name, chosen?.getAttribute("value") ?? chosen?.textContent ?? ""]];
  }
  if (type === "file" || type === "submit") return [];
  if (type === "checkbox" || type === "radio")
    return control.hasAttribute("checked") ? [[name, control.getAttribute("value") ?? "on"]] : [];
  if (type === "hidden") return [[name, control.getAttribute("value") ?? ""]];
  return [[name, control.getAttribute("value") || valid[name] || typed[type] || "Text"]];
}
