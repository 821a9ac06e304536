import { layout, type RouteConfig, route } from "@remix-run/route-config";
import { overlays, pagePaths } from "../contract/paths";
import { type PageName, allPaths as paths } from "../contract/paths.server";

const toRelative = (path: string) => path.slice(1);
const at = (name: PageName) => toRelative(paths[name]);
/** The path of a page as a child of another one. */
const below = (host: PageName, name: PageName) => paths[name].slice(paths[host].length + 1);

/**
 * The overlays of a page, mounted below it with their own ids. They load their own data and do not depend on the page. Article overlays are
 * opened from cards, so their paths contain the article's id.
 */
const listOverlays = (host: string) => [
  route(overlays.filter, "features/search/filter.route.tsx", { id: `${host}/filter` }),
  route(overlays.selection, "features/articles/selection.route.tsx", { id: `${host}/selection` }),
  route(overlays.batch, "features/articles/batch-show.route.tsx", { id: `${host}/batch` }),
  route(overlays.articleNew, "features/articles/article-new.route.tsx", { id: `${host}/article-new` }),
  route(overlays.articleEdit, "features/articles/article-edit.route.tsx", { id: `${host}/article-edit` }),
  route(overlays.articleMove, "features/articles/article-move.route.tsx", { id: `${host}/article-move` }),
  route(overlays.articleCopy, "features/articles/article-copy.route.tsx", { id: `${host}/article-copy` }),
  route(overlays.articleShare, "features/articles/article-share.route.tsx", { id: `${host}/article-share` }),
  route(overlays.articleDelete, "features/articles/article-delete.route.tsx", { id: `${host}/article-delete` }),
];

const onArticle = (name: keyof typeof overlays) => overlays[name].slice(paths.article.length);

const articleOverlays = [
  route(onArticle("articleEdit"), "features/articles/article-edit.route.tsx", { id: "article/article-edit" }),
  route(onArticle("articleMove"), "features/articles/article-move.route.tsx", { id: "article/article-move" }),
  route(onArticle("articleCopy"), "features/articles/article-copy.route.tsx", { id: "article/article-copy" }),
  route(onArticle("articleShare"), "features/articles/article-share.route.tsx", { id: "article/article-share" }),
  route(onArticle("articleDelete"), "features/articles/article-delete.route.tsx", { id: "article/article-delete" }),
  route(overlays.commentEdit, "features/articles/comment-edit.route.tsx", { id: "article/comment-edit" }),
  route(overlays.commentDelete, "features/articles/comment-delete.route.tsx", { id: "article/comment-delete" }),
];

const folderOverlays = [
  route(overlays.folderEdit, "features/folders/folder-edit.route.tsx"),
  route(overlays.folderDelete, "features/folders/folder-delete.route.tsx"),
  route(overlays.feedNew, "features/feeds/feed-new.route.tsx", { id: "folder/feed-new" }),
  route(overlays.ownerships, "features/folders/ownership-new.route.tsx"),
  route(overlays.ownership, "features/folders/ownership-edit.route.tsx"),
];

/** The steps of exporting the underlying list. */
const exportOverlays = (host: string) => [
  route(overlays.exportFormat, "features/exports/export-format.route.tsx", { id: `${host}/export-format` }),
  route(overlays.exportArticles, "features/exports/export-articles.route.tsx", { id: `${host}/export-articles` }),
  route(overlays.exportOutput, "features/exports/export-output.route.tsx", { id: `${host}/export-output` }),
];

const step = (name: string) => overlays.newsletterStep.replace(":step", name);

/** The newsletter wizard: each step has its own URL. */
const newsletterOverlays = [
  route(overlays.newsletters, "features/newsletters/newsletter-index.route.tsx"),
  route(overlays.newsletterNew, "features/newsletters/newsletter-new.route.tsx"),
  route(step("title"), "features/newsletters/newsletter-title.route.tsx"),
  route(step("tags"), "features/newsletters/newsletter-tags.route.tsx"),
  route(step("articles"), "features/newsletters/newsletter-articles.route.tsx"),
  route(below("folder", "newsletterArticle"), "features/newsletters/newsletter-article.route.tsx"),
  route(below("folder", "newsletterText"), "features/newsletters/newsletter-text.route.tsx"),
  route(step("recipients"), "features/newsletters/newsletter-recipients.route.tsx"),
  route(step("checks"), "features/newsletters/newsletter-checks.route.tsx"),
  route(step("summary"), "features/newsletters/newsletter-summary.route.tsx"),
  route(step("publish"), "features/newsletters/newsletter-publish.route.tsx"),
  route(step("success"), "features/newsletters/newsletter-success.route.tsx"),
  route(step("deliveries"), "features/newsletters/delivery-index.route.tsx"),
  route(step("publication"), "features/newsletters/publication-delete.route.tsx"),
  route(step("delete"), "features/newsletters/newsletter-delete.route.tsx"),
];

/** A static page has a path in each language. */
const twins = (name: keyof typeof pagePaths, file: string) =>
  Object.values(pagePaths[name]).map((path) => route(toRelative(path), file, { id: toRelative(path) }));

/** Every URL, with the module that serves it. */
export default [
  layout("layouts/default.layout.tsx", [
    route("/", "features/home/home.route.tsx"),
    route(at("signIn"), "features/auth/sign-in.route.tsx"),
    route(at("passwordReset"), "features/auth/password-reset.route.tsx"),
    route(at("passwordResetConfirmation"), "features/auth/password-reset-confirmation.route.tsx"),
    route(at("signUp"), "features/auth/sign-up.route.tsx"),
    route(at("signUpSent"), "features/auth/sign-up-sent.route.tsx"),
    route(at("emailConfirmation"), "features/auth/email-confirmation.route.tsx"),
    route(at("invitation"), "features/auth/invitation-confirmation.route.tsx"),
    route(at("stream"), "features/stream/stream.route.tsx", [
      ...listOverlays("stream"),
      ...exportOverlays("stream"),
      route(below("stream", "shareTarget"), "features/articles/share-target.route.tsx"),
    ]),
    route(at("search"), "features/search/search.route.tsx", [
      ...listOverlays("search"),
      ...exportOverlays("search"),
      route(overlays.feedNew, "features/feeds/feed-new.route.tsx", { id: "search/feed-new" }),
      route(overlays.searchSave, "features/following/search-save.route.tsx"),
    ]),
    route(at("tag"), "features/search/tag.route.tsx", listOverlays("tag")),
    route(at("article"), "features/articles/article-show.route.tsx", articleOverlays),
    route(at("settingsProfile"), "features/account/profile.route.tsx"),
    route(at("settingsPassword"), "features/account/password.route.tsx"),
    route(at("settingsEmail"), "features/account/email-change.route.tsx"),
    route(at("settingsNotifications"), "features/notifications/notification-settings.route.tsx"),
    route(at("settingsDigest"), "features/following/digest-settings.route.tsx"),
    route(at("digestPreview"), "features/following/digest-preview.route.tsx"),
    route(at("settingsFeeds"), "features/feeds/feed-index.route.tsx", [
      route(below("settingsFeeds", "feedDelete"), "features/feeds/feed-delete.route.tsx"),
    ]),
    route(at("settingsApiKeys"), "features/api/api-key-index.route.tsx", [
      route(below("settingsApiKeys", "apiKeyNew"), "features/api/api-key-new.route.tsx"),
      route(below("settingsApiKeys", "apiKeyDelete"), "features/api/api-key-delete.route.tsx"),
    ]),
    route(at("settingsExports"), "features/exports/export-index.route.tsx"),
    route(at("settingsShortcuts"), "features/account/shortcuts.route.tsx"),
    route(at("settingsCloseAccount"), "features/account/close-account.route.tsx"),
    route(at("teams"), "features/teams/team-index.route.tsx", [
      route(below("teams", "teamNew"), "features/teams/team-new.route.tsx"),
      route(below("teams", "teamEdit"), "features/teams/team-edit.route.tsx"),
      route(below("teams", "teamLeave"), "features/teams/team-leave.route.tsx", { id: "teams/team-leave" }),
      route(below("teams", "teamDelete"), "features/teams/team-delete.route.tsx", { id: "teams/team-delete" }),
    ]),
    route(at("team"), "features/teams/team-show.route.tsx"),
    route(at("teamSettings"), "features/teams/team-settings.route.tsx", [
      route(below("teamSettings", "teamSettingsLeave"), "features/teams/team-leave.route.tsx", { id: "team/team-leave" }),
      route(below("teamSettings", "teamSettingsDelete"), "features/teams/team-delete.route.tsx", { id: "team/team-delete" }),
    ]),
    route(at("teamMembers"), "features/teams/membership-index.route.tsx", [
      route(below("teamMembers", "membershipNew"), "features/teams/membership-new.route.tsx"),
      route(below("teamMembers", "membershipDelete"), "features/teams/membership-delete.route.tsx"),
    ]),
    route(at("clientSettings"), "features/workspace/workspace-settings.route.tsx"),
    route(at("clientTags"), "features/workspace/tag-index.route.tsx", [
      route(below("clientTags", "tagNew"), "features/workspace/tag-new.route.tsx"),
      route(below("clientTags", "tagLeftovers"), "features/workspace/tag-leftovers.route.tsx"),
      route(below("clientTags", "tagEdit"), "features/workspace/tag-edit.route.tsx"),
      route(below("clientTags", "tagMerge"), "features/workspace/tag-merge.route.tsx"),
      route(below("clientTags", "tagDelete"), "features/workspace/tag-delete.route.tsx"),
    ]),
    route(at("clientTheme"), "features/workspace/workspace-theme.route.tsx"),
    route(at("clientMembers"), "features/people/member-index.route.tsx", [
      route(below("clientMembers", "memberDelete"), "features/people/member-delete.route.tsx", { id: "members/member-delete" }),
    ]),
    route(at("clientMember"), "features/people/member-show.route.tsx", [
      route(below("clientMember", "memberRemoval"), "features/people/member-delete.route.tsx", { id: "member/member-delete" }),
    ]),
    route(at("clientInvitations"), "features/people/invitation-index.route.tsx", [
      route(below("clientInvitations", "clientInvitationNew"), "features/people/invitation-new.route.tsx"),
      route(below("clientInvitations", "clientInvitationDelete"), "features/people/invitation-delete.route.tsx"),
    ]),
    route(at("clientAudit"), "features/workspace/audit-index.route.tsx"),
    route(at("notifications"), "features/notifications/notification-index.route.tsx"),
    route(at("following"), "features/following/follow-index.route.tsx", [
      route(below("following", "followEdit"), "features/following/follow-edit.route.tsx"),
    ]),
    route(at("trash"), "features/trash/trash-index.route.tsx", [
      route(below("trash", "trashDelete"), "features/trash/trash-delete.route.tsx"),
    ]),
    route(at("completeProfile"), "features/account/profile-complete.route.tsx"),
    route(at("updatePassword"), "features/account/password-update.route.tsx"),
    ...twins("about", "features/pages/about.route.tsx"),
    ...twins("howToUse", "features/pages/how-to-use.route.tsx"),
    ...twins("terms", "features/pages/terms.route.tsx"),
    ...twins("contact", "features/pages/contact.route.tsx"),
    ...twins("imprint", "features/pages/imprint.route.tsx"),
    ...twins("privacy", "features/pages/privacy.route.tsx"),
    ...twins("accessibility", "features/pages/accessibility.route.tsx"),
    ...["ui-elements", "ui-elements-page2", "ui-elements-page3"].map((page) =>
      route(at("uiElements").replace(":page", page), "features/playground/ui-elements.route.tsx", { id: page }, [
        route(below("uiElements", "uiDialog"), "features/playground/ui-dialog.route.tsx", { id: `${page}/dialog` }),
      ]),
    ),
    route(at("unsubscription"), "features/newsletters/unsubscription.route.tsx"),
    route(at("digestLink"), "features/following/digest-link.route.tsx"),
    route(at("notificationMails"), "features/notifications/notification-mails.route.tsx"),
    route(at("bookmarklet"), "features/pages/bookmarklet.route.tsx"),
    route(at("textPage"), "features/playground/text-page.route.tsx"),
    route(at("formRefused"), "features/pages/form-refused.route.tsx"),
    route(at("folders"), "features/folders/folder-index.route.tsx", [
      route(below("folders", "folderNew"), "features/folders/folder-new.route.tsx"),
    ]),
    route(at("bookmarkImportNew"), "features/bookmarks/import-new.route.tsx"),
    route(at("bookmarkImport"), "features/bookmarks/import-show.route.tsx"),
    route(at("folder"), "features/folders/folder-show.route.tsx", [
      ...listOverlays("folder"),
      ...folderOverlays,
      ...exportOverlays("folder"),
      ...newsletterOverlays,
    ]),
    route(at("folderSources"), "features/sources/source-index.route.tsx"),
    route(at("sourceNew"), "features/sources/source-new.route.tsx"),
    route(at("source"), "features/sources/source-edit.route.tsx", [
      route(below("source", "sourceDelete"), "features/sources/source-delete.route.tsx"),
    ]),
    route(at("subscribers"), "features/subscribers/subscriber-index.route.tsx", [
      route(below("subscribers", "subscriberDelete"), "features/subscribers/subscriber-delete.route.tsx"),
    ]),
    route(at("subscriberImport"), "features/subscribers/subscriber-import.route.tsx"),
    route(at("subscriptionNew"), "features/newsletters/subscription-new.route.tsx"),
    route(at("subscriptionConfirmation"), "features/newsletters/subscription-confirmation.route.tsx"),
    route("*", "features/pages/not-found.route.tsx"),
  ]),

  route(at("settings"), "features/account/account.route.ts"),
  route(at("client"), "features/workspace/workspace.route.ts"),
  route(at("clientAuditFile"), "features/workspace/audit-file.route.ts"),
  route(at("notification"), "features/notifications/notification.route.ts"),
  route(at("digestMail"), "features/following/digest-mail.route.ts"),
  route(at("savedSearch"), "features/following/saved-search.route.ts"),
  route(at("trashRestore"), "features/trash/trash-restore.route.ts"),
  route(at("logo"), "features/workspace/logo.route.ts"),
  route(at("themeStyles"), "features/workspace/theme-styles.route.ts"),
  route(at("settingsSessions"), "features/account/sessions.route.ts"),
  route(at("settingsSession"), "features/account/session.route.ts"),
  route(at("subscriptionSetting"), "features/account/subscription.route.ts"),
  route(at("settingsEmailCancellation"), "features/account/email-cancellation.route.ts"),
  route(at("streamNews"), "features/stream/stream-news.route.ts"),
  route(at("feed"), "features/feeds/feed.route.ts"),
  route(at("signOut"), "features/auth/sign-out.route.ts"),
  route(at("locale"), "features/auth/locale.route.ts"),
  route(at("file"), "features/articles/file.route.ts"),
  route(at("bookmarkFile"), "features/bookmarks/bookmark-file.route.ts"),
  route(at("bookmarkReport"), "features/bookmarks/import-report.route.ts"),
  route(at("exportFile"), "features/exports/export-file.route.ts"),
  route(at("sources"), "features/search/sources.route.ts"),
  route(at("sourceFetch"), "features/sources/source-fetch.route.ts"),
  route(at("newsletterBegin"), "features/newsletters/newsletter-draft.route.ts", { id: "newsletter-begin" }),
  route(at("newsletterStep").replace(":step", "draft"), "features/newsletters/newsletter-draft.route.ts"),
  route(at("newsletterStep").replace(":step", "letter"), "features/newsletters/newsletter-letter.route.ts"),
  route(at("newsletterStep").replace(":step", "mail"), "features/newsletters/newsletter-mail.route.ts"),
  route(at("newsletterLatest"), "features/newsletters/newsletter-latest.route.ts"),
  route(at("newsletterArchive"), "features/newsletters/newsletter-archive.route.ts"),
  route(at("newsletterYear"), "features/newsletters/newsletter-archive.route.ts", { id: "newsletter-year" }),
  route(at("newsletterFeed"), "features/newsletters/newsletter-feed.route.ts"),
  route(at("newsletter"), "features/newsletters/newsletter.route.ts"),
  route(at("newsletterPicture"), "features/newsletters/newsletter-picture.route.ts"),
  route(at("subscription"), "features/newsletters/subscription.route.ts"),
  route(at("duplicates"), "features/articles/duplicates.route.ts"),
  route(at("mentionable"), "features/articles/mentionable.route.ts"),
  route(at("folderTags"), "features/articles/folder-tags.route.ts"),
  route(at("people"), "features/teams/people.route.ts"),
  route(at("picturePreview"), "features/articles/picture-preview.route.ts"),
  route(at("offline"), "features/site/offline.route.ts"),
  route(at("offlineWorker"), "features/site/offline-worker.route.ts"),
  route(at("robots"), "features/site/robots.route.ts"),
  route(at("sitemap"), "features/site/sitemap.route.ts"),
  route(at("manifest"), "features/site/manifest.route.ts"),
  route(at("securityTxt"), "features/site/security.route.ts"),
  route("api/v1/*", "features/api/api.route.ts"),
  route(at("webviewInit"), "features/webview/webview-init.route.ts"),
  route("webview/auth/:locale/*", "features/webview/webview-auth.route.ts"),
  route("healthz", "features/health/healthz.route.ts"),
  route("readyz", "features/health/readyz.route.ts"),
] satisfies RouteConfig;
