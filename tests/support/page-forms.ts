import { parseHTML } from "linkedom";
import routeTable from "../../app/routes";
import type { Things } from "./furnish";

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  file: string;
  children?: Entry[] | undefined;
}

/** A path that is mounted, such as `/contents/:contentId/edit`, and its module. */
export interface Mounted {
  pattern: string;
  file: string;
}

/** A page that ends the session of who opens it. */
export const signsOut = "/webview/init";

export async function mountedRoutes(): Promise<Mounted[]> {
  const flatten = (entry: Entry, above: string): Mounted[] => {
    const pattern = `${above}/${entry.path ?? ""}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
    const own = entry.path === undefined ? [] : [{ pattern, file: entry.file }];
    return [...own, ...(entry.children ?? []).flatMap((child) => flatten(child, pattern))];
  };
  return ((await routeTable) as Entry[]).flatMap((entry) => flatten(entry, ""));
}

/** The address of a route with these things in it. */
export function addressOf(pattern: string, things: Things): string {
  const params: Record<string, string> = {
    product: "folda",
    folderId: things.folder,
    contentId: things.article,
    commentId: things.comment,
    attachmentId: things.attachment,
    variant: "original",
    teamId: things.team,
    memberId: things.user,
    tagId: things.tag,
    tag: "gleis",
    invitationId: things.invitation,
    ownershipId: things.ownership,
    feedId: things.feed,
    exportId: things.export,
    sessionId: things.session,
    mailingId: /deliveries|publication|success|^\/newsletter/.test(pattern) ? things.mailing : things.draft,
    pictureId: things.article,
    token: pattern.startsWith("/feeds") ? things.feedToken : "geheimnis",
    file: pattern.startsWith("/theme") ? "aabbcc.css" : "logo.svg",
    locale: "de",
  };
  return pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name).replace("*", "nichts");
}

/** The names of query parameters that pages read. */
export const queryNames = [
  "after",
  "apply",
  "comments",
  "countries",
  "created_at_from",
  "created_at_until",
  "deliveries_page",
  "except",
  "external",
  "fetch",
  "folder_id",
  "folder_ids",
  "form",
  "format",
  "layout",
  "mailings_page",
  "mode",
  "name",
  "notice",
  "p",
  "page",
  "priority",
  "published_at_from",
  "reason",
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
  "_routes",
];

export interface Form {
  /** Where it is posted to, as it stands in the page. */
  action: string;
  fields: [name: string, value: string][];
  /** The names of fields with a text that a person types, secrets included. */
  typed: string[];
}

/** What tells a form from others, whatever is written in it. */
export const signatureOf = ({ action, fields }: Omit<Form, "typed">): string =>
  `${action} ${[...new Set(fields.map(([name]) => name))].sort()} ${fields.filter(([name]) => /intent|perform|do|step/.test(name))}`;

const typed: Record<string, string> = {
  email: "neu@partner.example",
  url: "https://zeitung.example/artikel",
  date: "2026-03-01",
  "datetime-local": "2027-03-01T08:00",
  password: "Stellwerk-Rot-7-Nordkreuz",
  number: "1",
  color: "#112233",
};

/** Texts of fields whose type does not tell what is valid in them. */
const valid: Record<string, string> = {
  sourceUrl: "https://zeitung.example/artikel",
  fileUrls: "https://zeitung.example/anlage.pdf",
  emailWhitelist: "partner.example",
  emailBlacklist: "werbung.example",
  emailAddresses: "neu@partner.example",
  previewRecipients: "neu@partner.example",
  person: "lena@demo.example",
};

/** The forms of a page that can be posted (none of what is inert below an overlay), each with what stands in it and something typed where nothing does; once for every button. */
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
    const texts = controls.filter(isTyped).map((control) => control.getAttribute("name") ?? "");
    return buttons.length === 0
      ? [{ action, fields, typed: texts }]
      : buttons.map((button) => ({ action, fields: [...fields, button], typed: texts }));
  });
}

/**
 * One form of each kind: of one page of every module, as the owner and as a visitor see it. A module that no form leads to is posted to as well.
 */
export async function collectForms(
  ask: (path: string, cookie: string) => Promise<Response>,
  { things, cookie: owner }: { things: Things; cookie: string },
): Promise<Map<string, Form>> {
  const forms = new Map<string, Form>();
  const moduleAt = new Map((await mountedRoutes()).map(({ pattern, file }) => [addressOf(pattern, things), file]));
  for (const [path] of new Map([...moduleAt].map(([path, file]) => [file, [path]])).values()) {
    for (const cookie of path === signsOut ? [""] : [owner, ""]) {
      const page = await ask(path ?? "", cookie);
      if (page.status !== 200 || !page.headers.get("Content-Type")?.includes("html")) continue;
      for (const form of formsOf(await page.text(), path ?? "")) {
        const module = moduleAt.get(form.action.split("?")[0] ?? "") ?? form.action;
        forms.set(`${module} ${signatureOf({ ...form, action: "" })}`, form);
      }
    }
  }
  const reached = [...forms.keys()].map((name) => name.split(" ")[0]);
  for (const [action, file] of moduleAt) {
    const fields: Form["fields"] = [
      ["to", "/stream"],
      ["id", things.article],
    ];
    if (!reached.includes(file)) forms.set(file, { action, fields, typed: [] });
  }
  return forms;
}

/** Four at a time. */
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
