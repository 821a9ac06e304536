/**
 * The paths of overlays that several pages have, or whose page is a list: they begin below the path of the page, as in `/stream/contents/new`. On an
 * article's own page, those of the article begin at the root.
 */
export const overlays = {
  filter: "filter",
  selection: "selection",
  batch: "selection/:batchId",
  articleNew: "contents/new",
  articleEdit: "contents/:contentId/edit",
  articleMove: "contents/:contentId/move",
  articleCopy: "contents/:contentId/copy",
  articleShare: "contents/:contentId/share",
  articleDelete: "contents/:contentId/delete",
  commentEdit: "comments/:commentId/edit",
  commentDelete: "comments/:commentId/delete",
  feedNew: "feed",
  searchSave: "save",
  exportFormat: "export/format",
  exportArticles: "export/articles",
  exportOutput: "export/:exportId/output",
  folderEdit: "edit",
  folderDelete: "delete",
  ownerships: "ownerships",
  ownership: "ownerships/:ownershipId",
  newsletters: "mailings",
  newsletterNew: "mailings/new",
  newsletterStep: "mailings/:newsletterId/:step",
} as const;

/** The names of the URLs that pages link to. Segments that start with a colon are filled in by `href`. */
export const paths = {
  home: "/",
  signIn: "/sign-in",
  signOut: "/sign-out",
  passwordReset: "/password-reset",
  signUp: "/sign-up",
  locale: "/locale",
  settings: "/settings",
  settingsProfile: "/settings/profile",
  settingsPassword: "/settings/password",
  settingsSessions: "/settings/sessions",
  settingsSession: "/settings/sessions/:sessionId",
  settingsEmail: "/settings/email",
  settingsEmailCancellation: "/settings/email/cancellation",
  settingsNotifications: "/settings/notifications",
  settingsDigest: "/settings/digest",
  digestPreview: "/settings/digest/preview",
  settingsFeeds: "/settings/feeds",
  feedDelete: "/settings/feeds/:feedId/delete",
  settingsApiKeys: "/settings/api-keys",
  apiKeyNew: "/settings/api-keys/new",
  apiKeyDelete: "/settings/api-keys/:keyId/delete",
  settingsExports: "/settings/exports",
  settingsShortcuts: "/settings/shortcuts",
  settingsCloseAccount: "/settings/close-account",
  subscriptionSetting: "/settings/subscription/:folderId",
  client: "/client",
  clientSettings: "/client/settings",
  clientTags: "/client/tags",
  tagNew: "/client/tags/new",
  tagLeftovers: "/client/tags/leftovers",
  tagEdit: "/client/tags/:tagId/edit",
  tagMerge: "/client/tags/:tagId/merge",
  tagDelete: "/client/tags/:tagId/delete",
  clientTheme: "/client/theme",
  clientMembers: "/client/members",
  memberDelete: "/client/members/:memberId/delete",
  clientMember: "/client/members/:memberId",
  clientInvitations: "/client/invitations",
  clientInvitationNew: "/client/invitations/new",
  clientInvitationDelete: "/client/invitations/:invitationId/delete",
  clientAudit: "/client/audit-log",
  notifications: "/notifications",
  following: "/following",
  savedSearch: "/following/:followId",
  followEdit: "/following/:followId/edit",
  trash: "/trash",
  trashDelete: "/trash/:trashId/delete",
  trashRestore: "/trash/restore",
  themeStyles: "/theme/:file",
  stream: "/stream",
  bookmarklet: "/bookmarklet",
  streamNews: "/stream/news",
  search: "/search",
  sources: "/sources",
  tag: "/tag/:tag",
  folders: "/:product",
  folderNew: "/:product/new",
  bookmarkImportNew: "/:product/import",
  bookmarkImport: "/:product/import/:importId",
  bookmarkReport: "/:product/import/:importId/report",
  folder: "/:product/:folderId",
  folderSources: "/:product/:folderId/sources",
  sourceNew: "/:product/:folderId/sources/new",
  source: "/:product/:folderId/sources/:sourceId",
  sourceDelete: "/:product/:folderId/sources/:sourceId/delete",
  sourceFetch: "/:product/:folderId/sources/:sourceId/fetch",
  subscribers: "/:product/:folderId/subscribers",
  subscriberDelete: "/:product/:folderId/subscribers/:subscriberId/delete",
  subscriberImport: "/:product/:folderId/subscribers/import",
  newsletters: `/:product/:folderId/${overlays.newsletters}`,
  newsletterNew: `/:product/:folderId/${overlays.newsletterNew}`,
  newsletterBegin: "/:product/:folderId/mailings/draft",
  newsletterStep: `/:product/:folderId/${overlays.newsletterStep}`,
  newsletter: "/newsletter/:newsletterId",
  newsletterLatest: "/:product/:folderId/newsletter",
  subscriptionNew: "/:product/:folderId/newsletter/subscription",
  bookmarkFile: "/bookmarks/:format",
  teams: "/teams",
  teamNew: "/teams/new",
  teamEdit: "/teams/:teamId/edit",
  teamLeave: "/teams/:teamId/leave",
  teamDelete: "/teams/:teamId/delete",
  team: "/team/:teamId",
  teamSettings: "/team/:teamId/settings",
  teamSettingsLeave: "/team/:teamId/settings/leave",
  teamSettingsDelete: "/team/:teamId/settings/delete",
  teamMembers: "/team/:teamId/members",
  article: "/contents/:contentId",
  mentionable: "/contents/:contentId/mentionable",
  file: "/files/:attachmentId/:variant",
  picturePreview: "/picture-preview",
  duplicates: "/duplicates",
  folderTags: "/folder-tags",
  people: "/people",
  uiElements: "/playground/:page",
  textPage: "/playground/text-page",
  offlineWorker: "/offline.js",
  securityTxt: "/.well-known/security.txt",
} as const;

type OverlayName = keyof typeof overlays;
/** The overlays of an article, on lists and on its own page. */
export type ArticleOverlay = Extract<OverlayName, `article${"Edit" | "Move" | "Copy" | "Share" | "Delete"}`>;

type Params<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? Params<Segment> & Params<Rest>
  : Path extends `:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** The arguments of `href` after the name. */
export type Filled<Path extends string> = unknown extends Params<Path> ? [] : [params: Params<Path>];

/** The URL of a name; its parameters are encoded. */
export const href = <Name extends keyof typeof paths>(name: Name, ...params: Filled<(typeof paths)[Name]>): string =>
  fill(paths[name], params);

/** The path of an overlay, below that of its page. */
export const overlay = <Name extends OverlayName>(name: Name, ...params: Filled<(typeof overlays)[Name]>): string =>
  fill(overlays[name], params);

/** A path with its parameters, encoded. */
export const fill = (path: string, [params]: readonly unknown[]): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ""));

/** The part of a path before its first parameter: `/contents` for that of an article. */
export const fixedPart = (path: string): string => path.replace(/\/:.*/, "");

/** The path of each static page in each language, in the order in which they are listed. */
export const pagePaths = {
  about: { de: "/de/about", en: "/en/about" },
  howToUse: { de: "/de/funktion", en: "/en/how-to-use" },
  terms: { de: "/de/nutzungsbedingungen", en: "/en/terms" },
  contact: { de: "/de/kontakt", en: "/en/contact" },
  imprint: { de: "/de/impressum", en: "/en/imprint" },
  privacy: { de: "/de/datenschutz", en: "/en/privacy" },
  accessibility: { de: "/de/barrierefreiheit", en: "/en/accessibility" },
} as const;
