import { OpenAPIHono } from "@hono/zod-openapi";
import { registerGraphql } from "./graphql/graphql";
import { registerApiKeys } from "./http/account/api-keys";
import { registerEmailChange } from "./http/account/email-change";
import { registerArticles } from "./http/articles/articles";
import { registerAttachments } from "./http/articles/attachments";
import { registerBatches } from "./http/articles/batches";
import { registerChoices } from "./http/articles/choices";
import { registerComments } from "./http/articles/comments";
import { registerCountries } from "./http/articles/countries";
import { registerEmbedly } from "./http/articles/link-preview";
import { registerEmailConfirmations } from "./http/auth/email-confirmations";
import { registerPasswordResets } from "./http/auth/password-resets";
import { registerPasswordStrength } from "./http/auth/password-strength";
import { registerSession, registerSignIn } from "./http/auth/session";
import { registerSignUp } from "./http/auth/sign-up";
import { admitApiKeys, authenticate } from "./http/authenticate";
import { registerBookmarkFiles } from "./http/bookmarks/files";
import { registerBookmarkImports } from "./http/bookmarks/imports";
import type { Api, ApiEnv } from "./http/context";
import { answerError, answerUnknown, refuseInvalid } from "./http/errors";
import { registerExports, registerOpenExports } from "./http/exports/exports";
import { registerFeeds, registerOpenFeeds } from "./http/feeds/feeds";
import { registerFolders } from "./http/folders/folders";
import { registerOwnerships } from "./http/folders/ownerships";
import { registerDigestLinks, registerDigests } from "./http/following/digests";
import { registerFollows } from "./http/following/follows";
import { registerInquiries } from "./http/home/inquiries";
import { registerNewsletters } from "./http/newsletters/newsletters";
import { registerOptOuts, registerReaders } from "./http/newsletters/readers";
import { registerSubscribers, registerSubscriptions } from "./http/newsletters/subscribers";
import { registerNotificationMails, registerNotifications } from "./http/notifications/notifications";
import { registerOpenApi } from "./http/openapi";
import { registerInvitations, registerOpenInvitations } from "./http/people/invitations";
import { registerUsers } from "./http/people/users";
import { limitBody, limitTime, observe, protect, requireDiskSpaceToWrite } from "./http/requests";
import { registerSources } from "./http/sources/sources";
import { registerNews } from "./http/stream/news";
import { registerMemberships } from "./http/teams/memberships";
import { registerTeams } from "./http/teams/teams";
import { registerTrash } from "./http/trash/trash";
import { registerWebview } from "./http/webview/webview";
import { registerAudit } from "./http/workspace/audit";
import { registerClients, registerOpenLogos } from "./http/workspace/clients";
import { registerTags } from "./http/workspace/tags";
import type { Services } from "./services";

/** Endpoints to which signed-out visitors send a request body. */
const openPaths = [
  "/auth",
  "/users",
  "/password_resets/*",
  "/password_strength",
  "/graphql",
  "/unsubscriptions/*",
  "/digest_links/*",
  "/notification_mails/*",
  "/inquiries/*",
  "/newsletter_subscriptions/*",
];

/** The whole API as one function from request to response. */
export function createApi(services: Services, { timeLimitMs = 20_000, fileTimeLimitMs = 300_000, graceMs = 3_000 } = {}): Api {
  const api: Api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
  api.onError(answerError(services));
  api.notFound(answerUnknown);

  api.use(observe(services));
  api.use(protect(services));
  api.use(limitTime({ others: timeLimitMs, files: fileTimeLimitMs, grace: graceMs }));
  api.use(requireDiskSpaceToWrite(services));

  api.use(admitApiKeys(services));

  // The order matters: routes above `authenticate` are public, those below have a viewer.
  registerOpenApi(api);
  for (const path of openPaths) api.use(path, limitBody);
  registerSignIn(api, services);
  registerSignUp(api, services);
  registerPasswordResets(api, services);
  registerPasswordStrength(api, services);
  registerEmailConfirmations(api, services);
  registerOpenInvitations(api, services);
  registerInquiries(api, services);
  registerOpenFeeds(api, services);
  registerOpenExports(api, services);
  registerNews(api, services);
  registerReaders(api, services);
  registerSubscriptions(api, services);
  registerDigestLinks(api, services);
  registerNotificationMails(api, services);
  registerOpenLogos(api, services);
  registerGraphql(api, services);
  api.use(authenticate(services));
  api.use(limitBody);
  registerSession(api, services);
  registerWebview(api, services);
  registerUsers(api, services);
  registerEmailChange(api, services);
  registerApiKeys(api, services);
  registerInvitations(api, services);
  registerClients(api, services);
  registerAudit(api, services);
  registerTeams(api, services);
  registerMemberships(api, services);
  registerFolders(api, services);
  registerSources(api, services);
  registerOwnerships(api, services);
  registerFeeds(api, services);
  registerFollows(api, services);
  registerDigests(api, services);
  registerOptOuts(api, services);
  registerExports(api, services);
  registerChoices(api, services);
  registerNewsletters(api, services);
  registerSubscribers(api, services);
  registerArticles(api, services);
  registerBatches(api, services);
  registerBookmarkImports(api, services);
  registerBookmarkFiles(api, services);
  registerTrash(api, services);
  registerComments(api, services);
  registerNotifications(api, services);
  registerAttachments(api, services);
  registerTags(api, services);
  registerCountries(api);
  registerEmbedly(api, services);
  return api;
}
