import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FurnishedProduct, startFurnishedProduct } from "./furnished-product";
import { addressOf, type Form, formsOf, mountedRoutes, signatureOf } from "./page-forms";

/**
 * Olga owns the workspace next door. Lena edits, but in other teams; Clara reads in this one, Tobias edits in it; Jana is an admin of the
 * workspace and of the team, Anna the owner of the workspace.
 */
const people = ["visitor", "olga", "lena", "clara", "tobias", "jana", "anna"];

/** What these people are answered, in their order, at these addresses of Anna's things. */
const expected: Record<string, string[]> = {
  "200 200 200 200 200 200 200": [
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
    "/newsletter/:mailingId",
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
  ],
  "302 200 200 200 200 200 200": [
    "/stream",
    "/stream/filter",
    "/search",
    "/search/filter",
    "/search/export/format",
    "/search/export/articles",
    "/search/feed",
    "/tag/:tag",
    "/tag/:tag/filter",
    "/settings/profile",
    "/settings/password",
    "/settings/email",
    "/settings/feeds",
    "/settings/exports",
    "/settings/close-account",
    "/teams",
    "/playground/ui-elements",
    "/playground/ui-elements/dialog",
    "/playground/ui-elements-page2",
    "/playground/ui-elements-page2/dialog",
    "/playground/ui-elements-page3",
    "/playground/ui-elements-page3/dialog",
    "/playground/text-page",
    "/:product",
    "/sources",
    "/duplicates",
  ],
  "302 404 404 403 200 200 200": [
    "/stream/contents/:contentId/edit",
    "/stream/contents/:contentId/copy",
    "/search/contents/:contentId/edit",
    "/search/contents/:contentId/copy",
    "/tag/:tag/contents/:contentId/edit",
    "/tag/:tag/contents/:contentId/copy",
    "/contents/:contentId/edit",
    "/contents/:contentId/copy",
    "/:product/:folderId/contents/new",
    "/:product/:folderId/contents/:contentId/edit",
    "/:product/:folderId/contents/:contentId/copy",
    "/:product/:folderId/mailings",
    "/:product/:folderId/mailings/new",
    "/:product/:folderId/mailings/:mailingId/success",
    "/:product/:folderId/mailings/:mailingId/deliveries",
    "/:product/:folderId/mailings/:mailingId/publication",
  ],
  "302 404 404 200 200 200 200": [
    "/stream/contents/:contentId/share",
    "/search/contents/:contentId/share",
    "/tag/:tag/contents/:contentId/share",
    "/contents/:contentId",
    "/contents/:contentId/share",
    "/team/:teamId/settings",
    "/team/:teamId/members",
    "/:product/:folderId",
    "/:product/:folderId/filter",
    "/:product/:folderId/contents/:contentId/share",
    "/:product/:folderId/feed",
    "/:product/:folderId/export/format",
    "/:product/:folderId/export/articles",
    "/files/:attachmentId/:variant",
  ],
  "302 302 302 302 302 302 302": [
    "/complete-profile",
    "/update-password",
    "/settings",
    "/client",
    "/settings/sessions",
    "/settings/sessions/:sessionId",
    "/settings/email/cancellation",
    "/settings/subscription/:folderId",
    "/sign-out",
    "/locale",
    "/unsubscribe/:token/subscription",
  ],
  "302 404 404 404 200 200 200": [
    "/:product/:folderId/mailings/:mailingId/title",
    "/:product/:folderId/mailings/:mailingId/tags",
    "/:product/:folderId/mailings/:mailingId/articles",
    "/:product/:folderId/mailings/:mailingId/recipients",
    "/:product/:folderId/mailings/:mailingId/preview",
    "/:product/:folderId/mailings/:mailingId/checks",
    "/:product/:folderId/mailings/:mailingId/summary",
    "/:product/:folderId/mailings/:mailingId/letter",
    "/:product/:folderId/mailings/:mailingId/mail",
  ],
  "404 404 404 404 404 404 404": [
    "/email_confirmations/:token",
    "/invitations/:token",
    "/password_resets/:token",
    "/unsubscribe/:token",
    "/*",
    "/logos/:file",
    "/theme/:file",
    "/exports/:exportId/file",
    "/newsletter-pictures/:pictureId",
  ],
  "302 200 403 403 403 200 200": [
    "/client/tags",
    "/client/tags/new",
    "/client/theme",
    "/client/members",
    "/client/invitations",
    "/client/invitations/new",
    "/client/audit-log",
  ],
  "302 200 302 302 302 200 200": ["/client/audit-log/csv"],
  "302 404 404 403 403 200 200": [
    "/contents/:contentId/comments/:commentId/delete",
    "/teams/:teamId/edit",
    "/team/:teamId/members/new",
    "/:product/:folderId/edit",
    "/:product/:folderId/delete",
    "/:product/:folderId/ownerships",
    "/:product/:folderId/ownerships/:ownershipId",
  ],
  "302 200 200 403 200 200 200": ["/stream/contents/new", "/search/contents/new", "/tag/:tag/contents/new", "/teams/new", "/:product/new"],
  "302 302 302 403 200 200 200": [
    "/stream/contents/:contentId/delete",
    "/search/contents/:contentId/delete",
    "/tag/:tag/contents/:contentId/delete",
    "/contents/:contentId/delete",
    "/:product/:folderId/contents/:contentId/delete",
  ],
  "302 404 403 403 403 200 200": [
    "/client/members/:memberId/delete",
    "/client/members/:memberId/removal",
    "/client/tags/:tagId/edit",
    "/client/tags/:tagId/merge",
    "/client/tags/:tagId/delete",
    "/client/members/:memberId",
    "/client/invitations/:invitationId/delete",
  ],
  "200 302 302 302 302 302 302": ["/", "/sign-in", "/sign-up"],
  "302 404 404 404 404 404 200": [
    "/search/export/:exportId/output",
    "/settings/feeds/:feedId/delete",
    "/:product/:folderId/export/:exportId/output",
  ],
  "302 404 404 200 200 200 403": ["/teams/:teamId/leave", "/team/:teamId/settings/leave"],
  "302 404 404 403 403 403 200": ["/teams/:teamId/delete", "/team/:teamId/settings/delete"],
  "400 400 400 400 400 400 400": ["/:product/:folderId/mailings/draft", "/:product/:folderId/mailings/:mailingId/draft"],
  "302 200 302 302 302 302 200": ["/client/settings"],
  "403 403 403 403 403 403 403": ["/form-refused"],
  "302 302 302 302 200 200 200": ["/:product/:folderId/mailings/:mailingId/delete"],
  "302 404 404 302 302 302 302": ["/team/:teamId"],
  "401 204 204 204 204 204 204": ["/stream/news"],
  "302 404 404 404 404 404 404": ["/picture-preview"],
};

let furnished: FurnishedProduct;
beforeAll(async () => {
  furnished = await startFurnishedProduct(people.slice(1));
}, 600_000);
afterAll(() => furnished.close());

const ask = (path: string, person: string, init: RequestInit = {}) =>
  furnished.product.ask(path, {
    cookie: furnished.cookieOf(person),
    ...(path === "/webview/init" ? { headers: lookingOnly } : {}),
    ...init,
  });

/** Opened, the page signs out. */
const lookingOnly = { "Sec-Purpose": "prefetch" };

/** Forms of the frame around pages, which do what they say for everybody. */
const isOfFrame = ({ action }: Form) => /^\/(sign-out|locale|playground)/.test(action);

describe("Every page, for everybody", () => {
  const seen: Record<string, string> = {};
  /** Sent forms that were not shown to who sent them. */
  const unasked: { form: string; person: string; status: number }[] = [];

  test("is answered as the table says", async () => {
    const sent = new Set<string>();
    for (const { pattern } of await mountedRoutes()) {
      const path = addressOf(pattern, furnished.own);
      const pages = await Promise.all(
        people.map(async (person) => {
          const answer = await ask(path, person);
          return { person, status: answer.status, html: await answer.text() };
        }),
      );
      seen[pattern] = pages.map(({ status }) => status).join(" ");
      const forms = formsOf(pages.at(-1)?.html ?? "", path).filter((form) => !isOfFrame(form));
      for (const { person, html } of pages.slice(0, -1)) {
        const shown = new Set(formsOf(html, path).map(signatureOf));
        for (const { action, fields } of forms.filter((form) => !shown.has(signatureOf(form)))) {
          const form = `${pattern} → ${signatureOf({ action, fields })}`;
          // The same overlay stands over several pages.
          const once = `${person} ${action.replace(/^\/(stream|search|tag\/gleis)\//, "/stream/")} ${signatureOf({ action: "", fields })}`;
          if (sent.has(once)) continue;
          sent.add(once);
          const { status } = await ask(action, person, { method: "POST", body: new URLSearchParams(fields) });
          unasked.push({ form, person, status });
        }
      }
    }
    const asExpected = Object.entries(expected).flatMap(([statuses, patterns]) => patterns.map((pattern) => [pattern, statuses]));
    expect(seen).toEqual(Object.fromEntries(asExpected));
  }, 600_000);

  test("a visitor's form waits for a session, and nobody else's is a failure", () => {
    expect(unasked.length).toBeGreaterThan(150);
    const visitors = unasked.filter(({ person, status }) => person === "visitor" && status !== 307 && status !== 405);
    expect(visitors).toEqual([]);
    expect(unasked.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("and nothing that either workspace holds has changed by all of that", async () => {
    const after = await furnished.endAndRead();
    for (const [table, rows] of Object.entries(after)) {
      const before = new Set(furnished.before[table]);
      expect([table, rows.filter((row) => !before.has(row))]).toEqual([table, []]);
      expect([table, rows.length]).toEqual([table, before.size]);
    }
    expect(Object.keys(after)).toContain("articles");
  });
});
