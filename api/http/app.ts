import { OpenAPIHono } from "@hono/zod-openapi";
import { registerGraphql } from "../graphql/graphql";
import type { Services } from "../services";
import { registerArticles } from "./articles";
import { registerAttachments } from "./attachments";
import { registerAudit } from "./audit";
import { authenticate } from "./authenticate";
import { registerChoices } from "./choices";
import { registerClients, registerOpenLogos } from "./clients";
import { registerComments } from "./comments";
import type { Api, ApiEnv } from "./context";
import { registerCountries } from "./countries";
import { registerEmailChange } from "./email-change";
import { registerEmailConfirmations } from "./email-confirmations";
import { registerEmbedly } from "./embedly";
import { answerError, answerUnknown, refuseInvalid } from "./errors";
import { registerExports, registerOpenExports } from "./exports";
import { registerFeeds, registerOpenFeeds } from "./feeds";
import { registerFolders } from "./folders";
import { registerInquiries } from "./inquiries";
import { registerInvitations, registerOpenInvitations } from "./invitations";
import { registerMailings } from "./mailings";
import { registerMemberships } from "./memberships";
import { registerNews } from "./news";
import { registerNewsletters, registerOpenNewsletters } from "./newsletters";
import { registerOpenApi } from "./openapi";
import { registerOwnerships } from "./ownerships";
import { registerPasswordResets } from "./password-resets";
import { registerPasswordStrength } from "./password-strength";
import { limitBody, limitTime, observe, protect, requireRoomToWrite } from "./requests";
import { registerSession, registerSignIn } from "./session";
import { registerSignUp } from "./sign-up";
import { registerTags } from "./tags";
import { registerTeams } from "./teams";
import { registerUsers } from "./users";
import { registerWebview } from "./webview";

/** Where visitors send something, beside links of mails, which carry no body. */
const openPaths = ["/auth", "/users", "/password_resets/*", "/password_strength", "/graphql", "/unsubscriptions/*", "/inquiries/*"];

/** The whole API as one function from request to response. */
export function createApi(services: Services, { timeLimitMs = 20_000, fileTimeLimitMs = 300_000, graceMs = 3_000 } = {}): Api {
  const api: Api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
  api.onError(answerError(services));
  api.notFound(answerUnknown);

  api.use(observe(services));
  api.use(protect(services));
  api.use(limitTime({ others: timeLimitMs, files: fileTimeLimitMs, grace: graceMs }));
  api.use(requireRoomToWrite(services));

  // The order matters: what is registered above `authenticate` is for everybody, what is below knows who asks.
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
  registerOpenNewsletters(api, services);
  registerOpenLogos(api, services);
  registerGraphql(api, services);
  api.use(authenticate(services));
  api.use(limitBody);
  registerSession(api, services);
  registerWebview(api, services);
  registerUsers(api, services);
  registerEmailChange(api, services);
  registerInvitations(api, services);
  registerClients(api, services);
  registerAudit(api, services);
  registerTeams(api, services);
  registerMemberships(api, services);
  registerFolders(api, services);
  registerOwnerships(api, services);
  registerFeeds(api, services);
  registerNewsletters(api, services);
  registerExports(api, services);
  registerChoices(api, services);
  registerMailings(api, services);
  registerArticles(api, services);
  registerComments(api, services);
  registerAttachments(api, services);
  registerTags(api, services);
  registerCountries(api);
  registerEmbedly(api, services);
  return api;
}
