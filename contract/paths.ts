/** The names of all URLs of the web application. Segments that start with a colon are filled in by `href`. */
export const paths = {
  home: "/",
  signIn: "/sign-in",
  signOut: "/sign-out",
  passwordReset: "/password-reset",
  passwordResetConfirmation: "/password_resets/:token",
  signUp: "/sign-up",
  signUpSent: "/sign-up/sent",
  emailConfirmation: "/email_confirmations/:token",
  invitation: "/invitations/:token",
  completeProfile: "/complete-profile",
  updatePassword: "/update-password",
  locale: "/locale",
  formRefused: "/form-refused",
  settings: "/settings",
  settingsProfile: "/settings/profile",
  settingsPassword: "/settings/password",
  settingsSessions: "/settings/sessions",
  settingsSession: "/settings/sessions/:sessionId",
  settingsEmail: "/settings/email",
  settingsEmailCancellation: "/settings/email/cancellation",
  settingsFeeds: "/settings/feeds",
  settingsExports: "/settings/exports",
  settingsShortcuts: "/settings/shortcuts",
  settingsCloseAccount: "/settings/close-account",
  client: "/client",
  clientSettings: "/client/settings",
  clientTags: "/client/tags",
  clientTheme: "/client/theme",
  clientMembers: "/client/members",
  clientMember: "/client/members/:memberId",
  clientInvitations: "/client/invitations",
  clientInvitationNew: "/client/invitations/new",
  clientAudit: "/client/audit-log",
  clientAuditFile: "/client/audit-log/csv",
  logo: "/logos/:file",
  themeStyles: "/theme/:file",
  stream: "/stream",
  feed: "/feeds/:token",
  bookmarklet: "/bookmarklet",
  streamNews: "/stream/news",
  search: "/search",
  sources: "/sources",
  tag: "/tag/:tag",
  folders: "/:product",
  folderNew: "/:product/new",
  folder: "/:product/:folderId",
  mailings: "/:product/:folderId/mailings",
  mailingNew: "/:product/:folderId/mailings/new",
  mailingBegin: "/:product/:folderId/mailings/draft",
  mailingStep: "/:product/:folderId/mailings/:mailingId/:step",
  newsletter: "/newsletter/:mailingId",
  newsletterLatest: "/:product/:folderId/newsletter",
  newsletterPicture: "/newsletter-pictures/:pictureId",
  unsubscription: "/unsubscribe/:token",
  subscription: "/unsubscribe/:token/subscription",
  exportFile: "/exports/:exportId/file",
  teams: "/teams",
  teamNew: "/teams/new",
  team: "/team/:teamId",
  teamSettings: "/team/:teamId/settings",
  teamMembers: "/team/:teamId/members",
  article: "/contents/:contentId",
  comments: "/contents/:contentId/comments",
  comment: "/contents/:contentId/comments/:commentId",
  file: "/files/:attachmentId/:variant",
  picturePreview: "/picture-preview",
  duplicates: "/duplicates",
  uiElements: "/playground/:page",
  textPage: "/playground/text-page",
  webviewInit: "/webview/init",
  webviewAuth: "/webview/auth/:locale/:token",
  offline: "/offline",
  offlineWorker: "/offline.js",
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  manifest: "/manifest.webmanifest",
  securityTxt: "/.well-known/security.txt",
} as const;

export type PageName = keyof typeof paths;
export type PageParams<Name extends PageName> = Params<(typeof paths)[Name]>;

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** The URL of a name; its parameters are encoded. */
export function href<Name extends PageName>(name: Name, params: PageParams<Name>): string {
  return paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent((params as Record<string, string>)[key] ?? ""));
}

/** The part of a page's URLs before the first parameter: `/contents` for `article`. */
export const fixedPart = (name: PageName): string => paths[name].replace(/\/:.*/, "");

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
