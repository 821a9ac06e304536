import { type Filled, fill, paths } from "./paths";

/** URLs that only the server needs: for mails, feeds, redirects and loader data. They are separate, so that browsers do not load them. */
export const serverPaths = {
  passwordResetConfirmation: "/password_resets/:token",
  emailConfirmation: "/email_confirmations/:token",
  invitation: "/invitations/:token",
  signUpSent: "/sign-up/sent",
  completeProfile: "/complete-profile",
  updatePassword: "/update-password",
  memberRemoval: "/client/members/:memberId/removal",
  membershipNew: "/team/:teamId/members/new",
  membershipDelete: "/team/:teamId/members/:membershipId/delete",
  clientAuditFile: "/client/audit-log/csv",
  formRefused: "/form-refused",
  notification: "/notifications/:notificationId",
  digestMail: "/settings/digest/mail",
  digestLink: "/digests/:token",
  subscriptionConfirmation: "/subscriptions/:token",
  newsletterArticle: "/:product/:folderId/mailings/:newsletterId/articles/:contentId",
  newsletterText: "/:product/:folderId/mailings/:newsletterId/texts/:textId",
  newsletterArchive: "/:product/:folderId/newsletter/archive",
  newsletterYear: "/:product/:folderId/newsletter/archive/:year",
  newsletterFeed: "/:product/:folderId/newsletter/feed",
  newsletterPicture: "/newsletter-pictures/:pictureId",
  unsubscription: "/unsubscribe/:token",
  subscription: "/unsubscribe/:token/subscription",
  notificationMails: "/unsubscribe/notifications/:token",
  exportFile: "/exports/:exportId/file",
  webviewInit: "/webview/init",
  webviewAuth: "/webview/auth/:locale/:token",
  offline: "/offline",
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  manifest: "/manifest.webmanifest",
  feed: "/feeds/:token",
  logo: "/logos/:file",
  uiDialog: "/playground/:page/dialog",
  api: "/api/v1/:path",
  shareTarget: "/stream/share",
} as const;

/** The names of all URLs. */
export const allPaths = { ...paths, ...serverPaths };

export type PageName = keyof typeof allPaths;

/** As `href`, for all names. */
export const serverHref = <Name extends PageName>(name: Name, ...params: Filled<(typeof allPaths)[Name]>): string =>
  fill(allPaths[name], params);
