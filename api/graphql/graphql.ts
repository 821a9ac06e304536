import { maxAliasesPlugin } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthPlugin } from "@escape.tech/graphql-armor-max-depth";
import { maxDirectivesPlugin } from "@escape.tech/graphql-armor-max-directives";
import type { ASTVisitor, ValidationContext } from "graphql";
import { createGraphQLError, createSchema, createYoga, type Plugin } from "graphql-yoga";
import { typeDefs } from "../../contract/graphql/schema";
import { copyArticleToFolder } from "../domain/articles/article-copy";
import { type DomainError, PasswordExpired, SignedOut } from "../domain/errors";
import { listFolderTags, listMailingRecipients } from "../domain/newsletters/contents";
import { findLatestMailing, findMailing, listMailings, type ShownMailing } from "../domain/newsletters/drafts";
import { findViewer } from "../http/authenticate";
import type { Api } from "../http/context";
import { errorTexts, refuseInvalid } from "../http/errors";
import { idempotencyHeaders, keyOf } from "../http/idempotency";
import { toListedMailing } from "../http/newsletters/wire";
import { requireRoom } from "../http/requests";
import type { Locale } from "../http/texts";
import type { Viewer } from "../permissions/viewer";
import type { Services } from "../services";

interface GraphqlContext {
  /** None for visitors, who may read what is published, and while the password is somebody else's. */
  viewer: Viewer | undefined;
  /** What is said to them of all else. */
  refusal: DomainError;
  locale: Locale;
  /** The request's `Idempotency-Key`. */
  key: string | null;
  /** What went wrong as a whole: the request ends with the first of them, as any other call. */
  bugs: unknown[];
}

/** `POST /graphql`; visitors may read what is published. One operation a request, shallow and short. */
export function registerGraphql(api: Api, services: Services): void {
  const yoga = createYoga<GraphqlContext>({
    schema: createSchema<GraphqlContext>({ typeDefs, resolvers: createResolvers(services) }),
    plugins: [...limits, ...(services.config.development ? [] : [withoutIntrospection])],
    batching: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    multipart: false,
    fetchAPI: globalThis,
  });
  api.post("/graphql", async (c) => {
    const headers = idempotencyHeaders.safeParse(c.req.header());
    refuseInvalid({ target: "header", ...headers });
    const bugs: unknown[] = [];
    const found = await findViewer(c, services);
    const asker = found?.passwordExpired
      ? { viewer: undefined, refusal: new PasswordExpired() }
      : { viewer: found, refusal: new SignedOut() };
    const context = { ...asker, locale: c.get("locale"), key: keyOf(headers.data ?? {}), bugs };
    const response = await yoga.fetch(c.req.raw, context);
    // Yoga would answer 200, and neither the log nor the caller would know why.
    if (bugs.length > 0) throw bugs[0];
    return response;
  });
}

const maxTokens: Plugin = {
  onParse: ({ parseFn, setParseFn }) => setParseFn((source, options) => parseFn(source, { ...options, maxTokens: 300 })),
};

const limits = [maxTokens, maxDepthPlugin({ n: 5 }), maxAliasesPlugin({ n: 5 }), maxDirectivesPlugin({ n: 5 })] as Plugin[];

// The rule of the package `graphql` fails every request where two copies of that package are loaded, as in tests.
const withoutIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) =>
    addValidationRule(
      (context: ValidationContext): ASTVisitor => ({
        Field(node) {
          if (!["__schema", "__type"].includes(node.name.value)) return;
          context.reportError(createGraphQLError("GraphQL introspection is off.", { nodes: [node] }));
        },
      }),
    ),
};

const createResolvers = (services: Services) => ({
  Query: {
    ping: signedIn(() => true),
    mailings: signedIn(async (viewer, { folderId }: OfFolder) => (await listMailings(services, viewer, folderId)).map(toListedMailing)),
    mailing: anybody(async (viewer, { id, reach }: { id: string; reach?: boolean | null }) =>
      toShownMailing(await findMailing(services, viewer, id, { withReach: reach === true })),
    ),
    latestMailing: anybody(async (viewer, { folderId }: OfFolder) => toShownMailing(await findLatestMailing(services, viewer, folderId))),
    folderTags: signedIn((viewer, { folderId }: OfFolder) => listFolderTags(services, viewer, folderId)),
    recipients: signedIn((viewer, { folderId }: OfFolder) => listMailingRecipients(services, viewer, folderId)),
  },
  Mutation: {
    async copyContentToFolder(
      _: unknown,
      { contentId, folderId }: { contentId: string; folderId: string },
      { viewer, refusal, locale, key, bugs }: GraphqlContext,
    ) {
      try {
        if (!viewer) throw refusal;
        await requireRoom(services);
        return { content: await copyArticleToFolder(services, viewer, { articleId: contentId, folderId }, key), errors: [] };
      } catch (error) {
        const errors = error === refusal || error instanceof SignedOut ? undefined : errorTexts(error, locale);
        if (errors) return { content: null, errors };
        bugs.push(error);
        throw error;
      }
    },
  },
});

interface OfFolder {
  folderId: string;
}

/** A resolver whose refusals are those of the whole request: visitors get what `resolve` has for them. */
function anybody<Arguments, Result>(
  resolve: (viewer: Viewer | undefined, args: Arguments, refusal: DomainError) => Promise<Result> | Result,
) {
  return async (_: unknown, args: Arguments, { viewer, refusal, bugs }: GraphqlContext): Promise<Result> => {
    try {
      return await resolve(viewer, args, refusal);
    } catch (error) {
      bugs.push(error);
      throw error;
    }
  };
}

/** A resolver for those who are signed in. */
const signedIn = <Arguments, Result>(resolve: (viewer: Viewer, args: Arguments) => Promise<Result> | Result) =>
  anybody<Arguments, Result>((viewer, args, refusal) => {
    if (!viewer) throw refusal;
    return resolve(viewer, args);
  });

/** What belongs to recipients is for who may send mailings of the folder. */
function toShownMailing(mailing: ShownMailing | undefined) {
  if (!mailing) return null;
  const { content, htmlContent, isManaged, vuexState, reach } = mailing;
  const listed = { ...toListedMailing(mailing), content, htmlContent };
  return isManaged ? { ...listed, vuexState, reach } : { ...listed, vuexState: null, updatedBy: null, deliveries: null, reach: null };
}
