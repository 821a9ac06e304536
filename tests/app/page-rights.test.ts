import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Action, isPermitted, type Scope } from "../../api/permissions/permissions";
import type { Viewer } from "../../api/permissions/viewer";
import type { Role } from "../../contract/rest/users";
import type { OpenWorld } from "../support/harness";
import { addressOf, type Form, formsOf, isAnotherMount, mountedRoutes, signatureOf } from "../support/page-forms";
import { type OpenSeededProduct, openSeededProduct, type Tables } from "../support/seeded-product";

/** A person's roles in Anna's workspace and in the team that owns her records. */
interface Standing {
  role: Role;
  team?: Role;
}

/**
 * Olga owns the workspace next door. Ayşe and Lena are in other teams; Clara may only read in the workspace, whatever the team says;
 * Sabine reads in the team, Tobias edits in it, Miriam is its admin, Matthias its owner; Jana is an admin of the workspace, Anna its owner.
 */
const standings: Record<string, Standing | undefined> = {
  visitor: undefined,
  olga: undefined,
  ayse: { role: "reader" },
  lena: { role: "editor" },
  clara: { role: "reader", team: "editor" },
  sabine: { role: "editor", team: "reader" },
  tobias: { role: "editor", team: "editor" },
  miriam: { role: "editor", team: "admin" },
  matthias: { role: "editor", team: "owner" },
  jana: { role: "admin" },
  anna: { role: "owner" },
};
const people = Object.keys(standings);
/** For pages that are the same for all members. */
const sample = ["visitor", "clara", "anna"];

/** The personas with these roles. */
async function prepare({ services: { database } }: OpenWorld) {
  const { pool } = database;
  for (const [person, standing] of Object.entries(standings)) {
    if (!standing) continue;
    const email = `${person}@demo.example`;
    await pool.query("update users set role = $2 where email = $1", [email, standing.role]);
    const member = [email, "Netz & Infrastruktur"];
    await pool.query(
      "delete from memberships where user_id = (select id from users where email = $1) and team_id = (select id from teams where name = $2)",
      member,
    );
    if (!standing.team) continue;
    await pool.query(
      "insert into memberships (user_id, team_id, client_id, role) select u.id, t.id, u.client_id, $3 from users u, teams t where u.email = $1 and t.name = $2",
      [...member, standing.team],
    );
  }
}

function viewerOf(person: string): Viewer | undefined {
  const standing = standings[person];
  if (!standing) return undefined;
  const teams = new Map(standing.team ? [["netz", standing.team]] : []);
  return { userId: person, clientId: "demo", sessionId: "", role: standing.role, teams, folders: new Map() };
}

const team = { id: "netz", visibility: "is_public" as const };
const places = {
  workspace: { clientId: "demo" },
  team: { clientId: "demo", team },
  folder: { clientId: "demo", team, folder: { id: "mappe", purpose: null } },
} satisfies Record<string, Scope>;

/** The guard of a page, and its statuses for hidden objects and forbidden requests, if they are not 404 and 403. */
interface Guard {
  action: Action;
  at: keyof typeof places;
  hidden?: number;
  forbidden?: number;
  /** The URL names no object: Olga gets her own. */
  isOfOwnWorkspace?: true;
}

const mayOpen = ({ action, at }: Guard, person: string): boolean => {
  const viewer = viewerOf(person);
  return viewer !== undefined && isPermitted(viewer, action, places[at]);
};

/** By docs/product.md, "Roles and permissions". */
function statusOf(guard: Guard, person: string): number {
  const { at, hidden = 404, forbidden = 403, isOfOwnWorkspace } = guard;
  const viewer = viewerOf(person);
  if (person === "visitor") return 302;
  if (!viewer) return isOfOwnWorkspace ? 200 : hidden;
  if (mayOpen(guard, person)) return 200;
  const isVisible = at === "workspace" || isPermitted(viewer, at === "team" ? "team:read" : "folder:read", places[at]);
  return isVisible ? forbidden : hidden;
}

/** An overlay, over each page of articles that it opens from. */
const overEachList = (path: string) =>
  ["/stream", "/search", "/tag/:tag", "/:product/:folderId"].map((host) => `${host}/contents/:contentId/${path}`);

/** Pages that a row of the table of permissions guards. */
const guarded: [Guard, string[]][] = [
  [
    { action: "article:update", at: "folder" },
    [...overEachList("edit"), ...overEachList("move"), "/contents/:contentId/edit", "/contents/:contentId/move"],
  ],
  [{ action: "article:delete", at: "folder", hidden: 302 }, [...overEachList("delete"), "/contents/:contentId/delete"]],
  [
    { action: "folder:read", at: "folder" },
    [
      ...overEachList("share"),
      "/contents/:contentId",
      "/contents/:contentId/mentionable",
      "/contents/:contentId/share",
      "/:product/:folderId",
      "/:product/:folderId/filter",
      "/:product/:folderId/selection",
      "/:product/:folderId/export/format",
      "/:product/:folderId/export/articles",
      "/files/:attachmentId/:variant",
    ],
  ],
  [{ action: "feed:create", at: "folder" }, ["/:product/:folderId/feed"]],
  [{ action: "comment:delete", at: "folder" }, ["/contents/:contentId/comments/:commentId/delete"]],
  [{ action: "folder:update", at: "folder" }, ["/:product/:folderId/edit"]],
  [{ action: "folder:delete", at: "folder", hidden: 302 }, ["/:product/:folderId/delete"]],
  [
    { action: "source:manage", at: "folder" },
    [
      "/:product/:folderId/sources",
      "/:product/:folderId/sources/new",
      "/:product/:folderId/sources/:sourceId",
      "/:product/:folderId/sources/:sourceId/delete",
    ],
  ],
  [{ action: "ownership:manage", at: "folder" }, ["/:product/:folderId/ownerships", "/:product/:folderId/ownerships/:ownershipId"]],
  [
    { action: "newsletter:manage", at: "folder" },
    [
      "/:product/:folderId/subscribers",
      "/:product/:folderId/subscribers/import",
      "/:product/:folderId/subscribers/:subscriberId/delete",
      "/:product/:folderId/mailings",
      "/:product/:folderId/mailings/new",
      "/:product/:folderId/mailings/:newsletterId/success",
      "/:product/:folderId/mailings/:newsletterId/deliveries",
      "/:product/:folderId/mailings/:newsletterId/publication",
    ],
  ],
  [
    { action: "newsletter:manage", at: "folder", forbidden: 404 },
    ["title", "tags", "articles", "articles/:contentId", "texts/:textId", "recipients", "checks", "summary", "letter", "mail"].map(
      (step) => `/:product/:folderId/mailings/:newsletterId/${step}`,
    ),
  ],
  [{ action: "newsletter:manage", at: "folder", hidden: 302, forbidden: 302 }, ["/:product/:folderId/mailings/:newsletterId/delete"]],
  [{ action: "team:read", at: "team" }, ["/team/:teamId/settings", "/team/:teamId/members"]],
  [{ action: "team:update", at: "team" }, ["/teams/:teamId/edit"]],
  [{ action: "membership:manage", at: "team" }, ["/team/:teamId/members/new"]],
  [{ action: "membership:manage", at: "team", hidden: 302 }, ["/team/:teamId/members/:membershipId/delete"]],
  [{ action: "team:delete", at: "team", hidden: 302 }, ["/teams/:teamId/delete", "/team/:teamId/settings/delete"]],
  [{ action: "team:leave", at: "team" }, ["/teams/:teamId/leave", "/team/:teamId/settings/leave"]],
  [{ action: "team:create", at: "workspace", isOfOwnWorkspace: true }, ["/teams/new"]],
  [{ action: "tag:manage", at: "workspace", isOfOwnWorkspace: true }, ["/client/tags", "/client/tags/new", "/client/tags/leftovers"]],
  [{ action: "tag:manage", at: "workspace" }, ["/client/tags/:tagId/edit", "/client/tags/:tagId/merge"]],
  [{ action: "tag:manage", at: "workspace", hidden: 302 }, ["/client/tags/:tagId/delete"]],
  [{ action: "theme:update", at: "workspace", isOfOwnWorkspace: true }, ["/client/theme"]],
  [{ action: "member:manage", at: "workspace", isOfOwnWorkspace: true }, ["/client/members"]],
  [{ action: "member:manage", at: "workspace" }, ["/client/members/:memberId"]],
  [{ action: "member:manage", at: "workspace", hidden: 302 }, ["/client/members/:memberId/delete", "/client/members/:memberId/removal"]],
  [{ action: "invitation:manage", at: "workspace", isOfOwnWorkspace: true }, ["/client/invitations", "/client/invitations/new"]],
  [{ action: "invitation:manage", at: "workspace", hidden: 302 }, ["/client/invitations/:invitationId/delete"]],
  [{ action: "log:read", at: "workspace", isOfOwnWorkspace: true }, ["/client/audit-log"]],
  [{ action: "log:read", at: "workspace", isOfOwnWorkspace: true, forbidden: 302 }, ["/client/audit-log/csv"]],
  [{ action: "workspace:update", at: "workspace", isOfOwnWorkspace: true, forbidden: 302 }, ["/client/settings"]],
];
const guardOf = new Map(guarded.flatMap(([guard, patterns]) => patterns.map((pattern) => [pattern, guard])));

const isMember = (person: string) => person !== "visitor";
const isReader = (person: string) => standings[person]?.role === "reader";
const mayRead = (person: string) => mayOpen({ action: "folder:read", at: "folder" }, person);

const publicPages = [
  "/password-reset",
  "/sign-up/sent",
  "/de/about",
  "/en/about",
  "/de/funktion",
  "/en/how-to-use",
  "/de/nutzungsbedingungen",
  "/en/terms",
  "/de/kontakt",
  "/en/contact",
  "/de/impressum",
  "/en/imprint",
  "/de/datenschutz",
  "/en/privacy",
  "/de/barrierefreiheit",
  "/en/accessibility",
  "/bookmarklet",
  "/feeds/:token",
  "/:product/:folderId/newsletter",
  "/:product/:folderId/newsletter/subscription",
  "/:product/:folderId/newsletter/archive",
  "/:product/:folderId/newsletter/feed",
  "/newsletter/:newsletterId",
  "/offline",
  "/offline.js",
  "/robots.txt",
  "/sitemap.xml",
  "/manifest.webmanifest",
  "/.well-known/security.txt",
  "/webview/init",
  "/webview/auth/:locale/*",
  "/healthz",
  "/readyz",
];

/** All other pages: public ones, those for all members, and those with their own rule. */
const others: [(person: string) => number, string[], string[]?][] = [
  [() => 200, publicPages, sample],
  [
    (person) => (isMember(person) ? 200 : 302),
    [
      "/stream",
      "/stream/filter",
      "/stream/selection",
      "/stream/export/format",
      "/stream/export/articles",
      "/search",
      "/search/filter",
      "/search/selection",
      "/search/export/format",
      "/search/export/articles",
      "/search/feed",
      "/search/save",
      "/tag/:tag",
      "/tag/:tag/filter",
      "/tag/:tag/selection",
      "/settings/profile",
      "/settings/password",
      "/settings/email",
      "/settings/notifications",
      "/settings/digest",
      "/settings/digest/preview",
      "/settings/feeds",
      "/settings/api-keys",
      "/settings/api-keys/new",
      "/settings/exports",
      "/settings/shortcuts",
      "/settings/close-account",
      "/teams",
      "/notifications",
      "/following",
      "/trash",
      "/playground/ui-elements",
      "/playground/ui-elements/dialog",
      "/playground/ui-elements-page2",
      "/playground/ui-elements-page2/dialog",
      "/playground/ui-elements-page3",
      "/playground/ui-elements-page3/dialog",
      "/playground/text-page",
      "/:product",
      "/:product/import",
      "/bookmarks/:format",
      "/sources",
      "/duplicates",
      "/folder-tags",
      "/people",
    ],
    sample,
  ],
  [(person) => (isMember(person) ? 302 : 200), ["/", "/sign-in", "/sign-up"], sample],
  [
    (person) => (!isMember(person) ? 302 : isReader(person) ? 403 : 200),
    ["/stream/contents/new", "/stream/share", "/search/contents/new", "/tag/:tag/contents/new", "/:product/new"],
  ],
  // Their forms offer every folder in which people may write; readers of the workspace have none.
  [
    (person) => (!isMember(person) ? 302 : !mayRead(person) ? 404 : isReader(person) ? 403 : 200),
    [...overEachList("copy"), "/contents/:contentId/copy", "/:product/:folderId/contents/new"],
  ],
  [(person) => (!isMember(person) || mayOpen({ action: "team:read", at: "team" }, person) ? 302 : 404), ["/team/:teamId"]],
  // Without a time to send at, there is nothing to confirm.
  [
    (person) => (!isMember(person) ? 302 : mayOpen({ action: "newsletter:manage", at: "folder" }, person) ? 422 : 404),
    ["/:product/:folderId/mailings/:newsletterId/publish"],
  ],
  [
    (person) => (!isMember(person) ? 302 : !mayRead(person) ? 404 : person === "anna" ? 200 : 403),
    ["/contents/:contentId/comments/:commentId/edit"],
  ],
  // People who may delete an object may restore it; fewer may delete it permanently.
  [
    (person) =>
      !isMember(person) || !mayOpen({ action: "article:delete", at: "folder" }, person)
        ? 302
        : mayOpen({ action: "trash:purge", at: "folder" }, person)
          ? 200
          : 403,
    ["/trash/:trashId/delete"],
  ],
  // Anna's own.
  [
    (person) => (!isMember(person) ? 302 : person === "anna" ? 200 : 404),
    [
      "/stream/export/:exportId/output",
      "/search/export/:exportId/output",
      "/:product/:folderId/export/:exportId/output",
      "/stream/selection/:batchId",
      "/search/selection/:batchId",
      "/tag/:tag/selection/:batchId",
      "/:product/:folderId/selection/:batchId",
      "/settings/feeds/:feedId/delete",
      "/following/:followId/edit",
      "/settings/api-keys/:keyId/delete",
      "/:product/import/:importId",
      "/:product/import/:importId/report",
    ],
  ],
  [(person) => (isMember(person) && person !== "anna" ? 404 : 302), ["/following/:followId"]],
  [
    () => 302,
    [
      "/complete-profile",
      "/update-password",
      "/settings",
      "/client",
      "/settings/sessions",
      "/settings/sessions/:sessionId",
      "/settings/email/cancellation",
      "/settings/subscription/:folderId",
      "/:product/:folderId/sources/:sourceId/fetch",
      "/sign-out",
      "/trash/restore",
      "/settings/digest/mail",
      "/notifications/:notificationId",
      "/locale",
      "/unsubscribe/:token/subscription",
    ],
    sample,
  ],
  [
    () => 404,
    [
      "/email_confirmations/:token",
      "/invitations/:token",
      "/password_resets/:token",
      "/:product/:folderId/newsletter/archive/:year",
      "/unsubscribe/:token",
      "/subscriptions/:token",
      "/digests/:token",
      "/unsubscribe/notifications/:token",
      "/*",
      "/logos/:file",
      "/theme/:file",
      "/exports/:exportId/file",
      "/newsletter-pictures/:pictureId",
      "/api/v1/*",
    ],
    sample,
  ],
  [(person) => (isMember(person) ? 404 : 302), ["/picture-preview"], sample],
  // Anna and Olga have unread notifications about their exports.
  [(person) => (!isMember(person) ? 401 : person === "anna" || person === "olga" ? 200 : 204), ["/stream/news"], sample],
  [() => 403, ["/form-refused"], sample],
  // They accept posts.
  [() => 400, ["/:product/:folderId/mailings/draft", "/:product/:folderId/mailings/:newsletterId/draft"]],
];

/** For each status, the first and the last persona who gets it. */
const atTheEdges = (statusOf: (person: string) => number) =>
  people.filter((person, index) => {
    const isSame = (other: string) => statusOf(other) === statusOf(person);
    return !people.slice(0, index).some(isSame) || !people.slice(index + 1).some(isSame);
  });

/** Every mounted pattern, its visitors, and their expected statuses. Of pages with the same guard, all personas open the first. */
const rules = new Map(
  [
    ...guarded.map(([guard, patterns]) => ({ patterns, who: people, status: (person: string) => statusOf(guard, person) })),
    ...others.map(([status, patterns, who = people]) => ({ patterns, who, status })),
  ].flatMap(({ patterns, who, status }) => {
    const others = who === people ? atTheEdges(status) : who;
    const first = patterns.find((pattern) => !isAnotherMount(pattern));
    return patterns.map((pattern) => {
      const those = pattern === first ? who : isAnotherMount(pattern) ? sample : others;
      return [pattern, { status, who: those }] as const;
    });
  }),
);
const expected = Object.fromEntries([...rules].map(([pattern, { who, status }]) => [pattern, who.map(status).join(" ")]));

/** Opening the page signs out. */
const lookingOnly = { "Sec-Purpose": "prefetch" };

/** Forms of the frame around pages, which work for everybody. */
const isOfFrame = ({ action }: Form) => /^\/(sign-out|locale|playground)/.test(action);

/** The autosave of a newsletter, which no page shows as a form. */
const draftForms = (): Form[] => {
  const fields: Form["fields"] = [
    ["step", "title"],
    ["subject", "Fremder Betreff"],
    ["introText", "Text"],
    ["lockVersion", "1"],
  ];
  return ["/:product/:folderId/mailings/draft", "/:product/:folderId/mailings/:newsletterId/draft"].map((pattern) => ({
    action: addressOf(pattern, seeded.own),
    fields,
    typed: [],
    textAreas: [],
  }));
};

let seeded: OpenSeededProduct;
/** Statuses by pattern, in the order of `who`. */
const seen: Record<string, string> = {};
/** Forms by the persona who posted them without having been shown them. */
const unasked: { form: string; person: string; status: number; guard: Guard | undefined }[] = [];
/** Forms of guarded URLs, and the personas who are shown them. */
const shownTo: { form: string; guard: Guard; person: string }[] = [];
let after: Tables;

beforeAll(async () => {
  seeded = await openSeededProduct(people.slice(1), { prepare });
  const ask = (path: string, person: string, init: RequestInit = {}) =>
    seeded.product.handle(path, { cookie: seeded.cookieOf(person), ...init });
  const routes = await mountedRoutes();
  const guardAt = new Map(routes.map(({ pattern }) => [addressOf(pattern, seeded.own), guardOf.get(pattern)]));
  const guardOfForm = ({ action }: Pick<Form, "action">) => guardAt.get(action.split("?")[0] ?? "");
  const sent = new Set<string>();
  const post = async (pattern: string, person: string, { action, fields }: Form) => {
    const form = `${pattern} → ${signatureOf({ action, fields })}`;
    // The same overlay is mounted below several pages.
    const once = `${person} ${action.replace(/^\/(stream|search|tag\/gleis)\//, "/stream/")} ${signatureOf({ action: "", fields })}`;
    if (sent.has(once)) return;
    sent.add(once);
    // Every second one is sent as scripts do, if the URL is that of a page and not of a route that returns JSON.
    const asData = sent.size % 2 === 0 && !/\/draft$|^\/$/.test(action);
    const [path, query] = action.split("?");
    const target = asData ? `${path}.data${query ? `?${query}` : ""}` : action;
    const { status } = await ask(target, person, { method: "POST", body: new URLSearchParams(fields) });
    unasked.push({ form: `${form}${asData ? " by script" : ""}`, person, status, guard: guardOfForm({ action }) });
  };
  for (const { pattern } of routes) {
    const path = addressOf(pattern, seeded.own);
    const headers = path === "/webview/init" ? lookingOnly : {};
    const pages = await Promise.all(
      (rules.get(pattern)?.who ?? people).map(async (person) => {
        const answer = await ask(path, person, { headers });
        return { person, status: answer.status, html: await answer.text() };
      }),
    );
    seen[pattern] = pages.map(({ status }) => status).join(" ");
    const forms = formsOf(pages.at(-1)?.html ?? "", path).filter((form) => !isOfFrame(form));
    if (forms.length === 0) continue;
    for (const { person, html } of pages) {
      const shown = new Set(html.includes("<form") ? formsOf(html, path).map(signatureOf) : []);
      for (const form of forms) {
        const guard = guardOfForm(form);
        if (!shown.has(signatureOf(form))) await post(pattern, person, form);
        else if (guard) shownTo.push({ form: signatureOf(form), guard, person });
      }
    }
  }
  for (const form of draftForms())
    for (const person of people.filter((one) => !mayOpen({ action: "newsletter:manage", at: "folder" }, one)))
      await post("draft", person, form);
  after = await seeded.endAndRead();
});
afterAll(() => seeded.close());

describe("Every page, for everybody", () => {
  test("is answered as the table says", () => {
    expect(seen).toEqual(expected);
  });

  test("its forms are shown to nobody who may not post them", () => {
    expect(shownTo.filter(({ guard, person }) => statusOf(guard, person) !== 200).map(({ form, person }) => `${person}: ${form}`)).toEqual(
      [],
    );
    // Each guarded form is posted by all personas whom the table rejects.
    expect(new Set(shownTo.map(({ form }) => form)).size).toBeGreaterThan(40);
  });

  test("its forms are refused to everybody whom the table refuses, also when a script posts them", () => {
    expect(unasked.length).toBeGreaterThan(400);
    // Scripts are redirected by a 202: to the sign-in page, or as if the object had already been deleted.
    const fine = (person: string) => (person === "visitor" ? [307, 202, 405] : [302, 202, 403, 404, 405]);
    // Checking colours, and passing articles to the next step of an export, write nothing.
    const writesNothing = /\/client\/theme|\/export\/articles/;
    const guardedOnes = unasked.filter(({ guard, person, form }) => guard && !mayOpen(guard, person) && !writesNothing.test(form));
    expect(guardedOnes.length).toBeGreaterThan(250);
    // For scripts, the form is validated before the API is called: 422 for a person or address that the poster's workspace lacks. Olga
    // posts to her own workspace, which cannot have the name of this one.
    const isFine = ({ form, person, status, guard }: (typeof unasked)[number]) =>
      fine(person).includes(status) ||
      (status === 422 && (form.endsWith("by script") || (person === "olga" && guard?.isOfOwnWorkspace === true)));
    expect(guardedOnes.filter((one) => !isFine(one))).toEqual([]);
    const visitors = unasked.filter(({ person }) => person === "visitor");
    expect(visitors.filter(({ status }) => !fine("visitor").includes(status))).toEqual([]);
    expect(unasked.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("and nothing that either workspace holds has changed by all of that", () => {
    for (const [table, rows] of Object.entries(after)) {
      const before = new Set(seeded.before[table]);
      expect([table, rows.filter((row) => !before.has(row))]).toEqual([table, []]);
      expect([table, rows.length]).toEqual([table, before.size]);
    }
    expect(Object.keys(after)).toContain("articles");
  });
});
