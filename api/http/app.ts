import { OpenAPIHono } from "@hono/zod-openapi";
import { registerGraphql } from "../graphql/graphql";
import type { Services } from "../services";
import { registerApiKeys } from "./account/api-keys";
import { registerEmailChange } from "./account/email-change";
import { registerArticles } from "./articles/articles";
import { registerAttachments } from "./articles/attachments";
import { registerBatches } from "./articles/batches";
import { registerChoices } from "./articles/choices";
import { registerComments } from "./articles/comments";
import { registerCountries } from "./articles/countries";
import { registerEmbedly } from "./articles/link-preview";
import { registerEmailConfirmations } from "./auth/email-confirmations";
import { registerPasswordResets } from "./auth/password-resets";
import { registerPasswordStrength } from "./auth/password-strength";
import { registerSession, registerSignIn } from "./auth/session";
import { registerSignUp } from "./auth/sign-up";
import { admitApiKeys, authenticate } from "./authenticate";
import { registerBookmarkFiles } from "./bookmarks/files";
import { registerBookmarkImports } from "./bookmarks/imports";
import type { Api, ApiEnv } from "./context";
import { answerError, answerUnknown, refuseInvalid } from "./errors";
import { registerExports, registerOpenExports } from "./exports/exports";
import { registerFeeds, registerOpenFeeds } from "./feeds/feeds";
import { registerFolders } from "./folders/folders";
import { registerOwnerships } from "./folders/ownerships";
import { registerDigestLinks, registerDigests } from "./following/digests";
import { registerFollows } from "./following/follows";
import { registerInquiries } from "./home/inquiries";
import { registerNewsletters } from "./newsletters/newsletters";
import { registerOptOuts, registerReaders } from "./newsletters/readers";
import { registerSubscribers, registerSubscriptions } from "./newsletters/subscribers";
import { registerNotificationMails, registerNotifications } from "./notifications/notifications";
import { registerOpenApi } from "./openapi";
import { registerInvitations, registerOpenInvitations } from "./people/invitations";
import { registerUsers } from "./people/users";
import { limitBody, limitTime, observe, protect, requireDiskSpaceToWrite } from "./requests";
import { registerSources } from "./sources/sources";
import { registerNews } from "./stream/news";
import { registerMemberships } from "./teams/memberships";
import { registerTeams } from "./teams/teams";
import { registerTrash } from "./trash/trash";
import { registerWebview } from "./webview/webview";
import { registerAudit } from "./workspace/audit";
import { registerClients, registerOpenLogos } from "./workspace/clients";
import { registerTags } from "./workspace/tags";

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
