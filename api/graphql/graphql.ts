import { maxAliasesPlugin } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthPlugin } from "@escape.tech/graphql-armor-max-depth";
import { maxDirectivesPlugin } from "@escape.tech/graphql-armor-max-directives";
import type { ASTVisitor, ValidationContext } from "graphql";
import { createGraphQLError, createSchema, createYoga, type Plugin } from "graphql-yoga";
import { typeDefs } from "../../contract/graphql/schema";
import { withRequestSource } from "../../contract/request-scope.server";
import { pageSchema } from "../../contract/rest/shared";
import { copyArticleToFolder } from "../domain/articles/article-copy";
import { type DomainError, InvalidFields, PasswordExpired, SignedOut } from "../domain/errors";
import { listFolderTags, listRecipients } from "../domain/newsletters/choices";
import { findLatestNewsletter, findNewsletter } from "../domain/newsletters/compose";
import { countNewsletters, listNewsletters, listTemplates } from "../domain/newsletters/newsletters";
import { findViewer } from "../http/authenticate";
import type { Api } from "../http/context";
import { errorTexts, refuseInvalid } from "../http/errors";
import { idempotencyHeaders, keyOf } from "../http/idempotency";
import { toFolderTag, toListedMailing, toMailingTemplate, toShownMailing } from "../http/newsletters/wire";
import { requireDiskSpace } from "../http/requests";
import type { Locale } from "../http/texts";
import type { Viewer } from "../permissions/viewer";
import type { Services } from "../services";

interface GraphqlContext {
  /** Undefined for visitors, who may read published newsletters, and for people who have to change their password first. */
  viewer: Viewer | undefined;
  /** The error for everything that requires a viewer. */
  refusal: DomainError;
  locale: Locale;
  /** The request's `Idempotency-Key`. */
  key: string | null;
  /** Errors that fail the whole request, as in REST calls; the first one is thrown. */
  failures: unknown[];
}

/** `POST /graphql`. Visitors may read published newsletters. One operation per request, limited in depth and size. */
export function registerGraphql(api: Api, services: Services): void {
  const yoga = createYoga<GraphqlContext>({
    schema: createSchema<GraphqlContext>({ typeDefs, resolvers: createResolvers(services) }),
    plugins: [...limits, shortMessages, ...(services.config.development ? [] : [withoutIntrospection])],
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
    const failures: unknown[] = [];
    const found = await findViewer(c, services);
    const asker = found?.passwordExpired
      ? { viewer: undefined, refusal: new PasswordExpired() }
      : { viewer: found, refusal: new SignedOut() };
    const context = { ...asker, locale: c.get("locale"), key: keyOf(headers.data ?? {}), failures };
    const answer = async () => yoga.fetch(c.req.raw, context);
    const response = await (found ? withRequestSource(found.userId, answer) : answer());
    // Yoga would respond with 200, hiding the failure from the log and the caller.
    if (failures.length > 0) throw failures[0];
    return response;
  });
}

const maxTokens: Plugin = {
  onParse: ({ parseFn, setParseFn }) => setParseFn((source, options) => parseFn(source, { ...options, maxTokens: 300 })),
};

const limits = [maxTokens, maxDepthPlugin({ n: 5 }), maxAliasesPlugin({ n: 5 }), maxDirectivesPlugin({ n: 5 })] as Plugin[];

/** Characters of an error message. Without a limit, it can repeat all of the request: a variable of the wrong type, or an unknown field. */
const longestMessage = 300;

const shortMessages: Plugin = {
  onResultProcess({ result }) {
    for (const one of [result].flat())
      if ("errors" in one)
        for (const error of one.errors ?? [])
          if (error.message.length > longestMessage) error.message = `${error.message.slice(0, longestMessage)}…`;
  },
};

// The rule of the `graphql` package cannot be used: it fails every request if two copies of that package are loaded, as in tests.
const withoutIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) =>
    addValidationRule(
      (context: ValidationContext): ASTVisitor => ({
        Field(node) {
          if (!["__schema", "__type"].includes(node.name.value)) return;
          context.reportError(createGraphQLError("GraphQL introspection is disabled.", { nodes: [node] }));
        },
      }),
    ),
};

const createResolvers = (services: Services) => ({
  Query: {
    ping: signedIn(() => true),
    mailings: signedIn(async (viewer, { page, ...of }: OfFolder & { page?: number | null }) =>
      (await listNewsletters(services, viewer, folderOf(of), pageOf(page))).map(toListedMailing),
    ),
    mailingsCount: signedIn((viewer, of: OfFolder) => countNewsletters(services, viewer, folderOf(of))),
    mailingTemplates: signedIn(async (viewer, of: OfFolder) =>
      (await listTemplates(services, viewer, folderOf(of))).map(toMailingTemplate),
    ),
    mailing: anybody(async (viewer, { id, reach }: { id: string; reach?: boolean | null }) => {
      const newsletter = await findNewsletter(services, viewer, id, { withAudience: reach === true });
      return newsletter && toShownMailing(newsletter);
    }),
    latestMailing: anybody(async (viewer, of: OfFolder) => {
      const newsletter = await findLatestNewsletter(services, viewer, folderOf(of));
      return newsletter && toShownMailing(newsletter);
    }),
    folderTags: signedIn(async (viewer, { mailingId, ...of }: OfFolder & { mailingId?: string | null }) =>
      (await listFolderTags(services, viewer, folderOf(of), mailingId)).map(toFolderTag),
    ),
    recipients: signedIn((viewer, of: OfFolder) => listRecipients(services, viewer, folderOf(of))),
  },
  Mutation: {
    async copyContentToFolder(
      _: unknown,
      { contentId, folderId }: { contentId: string; folderId: string },
      { viewer, refusal, locale, key, failures }: GraphqlContext,
    ) {
      try {
        if (!viewer) throw refusal;
        await requireDiskSpace(services);
        return { content: await copyArticleToFolder(services, viewer, { articleId: contentId, folderId }, key), errors: [] };
      } catch (error) {
        const errors = error === refusal || error instanceof SignedOut ? undefined : errorTexts(error, locale);
        if (errors) return { content: null, errors };
        failures.push(error);
        throw error;
      }
    },
  },
});

interface OfFolder {
  folderId?: string | null;
  id?: string | null;
}

function folderOf({ folderId, id }: OfFolder): string {
  const folder = folderId ?? id;
  if (!folder) throw new InvalidFields({ folderId: [{ key: "required" }] });
  return folder;
}

function pageOf(page: number | null | undefined): number {
  const read = pageSchema.safeParse(page ?? 0);
  if (!read.success) throw new InvalidFields({ page: [{ key: "wrongType" }] });
  return read.data;
}

/** A resolver that also serves visitors. Its errors fail the whole request. */
function anybody<Arguments, Result>(
  resolve: (viewer: Viewer | undefined, args: Arguments, refusal: DomainError) => Promise<Result> | Result,
) {
  return async (_: unknown, args: Arguments, { viewer, refusal, failures }: GraphqlContext): Promise<Result> => {
    try {
      return await resolve(viewer, args, refusal);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
}

/** A resolver that requires a viewer. */
const signedIn = <Arguments, Result>(resolve: (viewer: Viewer, args: Arguments) => Promise<Result> | Result) =>
  anybody<Arguments, Result>((viewer, args, refusal) => {
    if (!viewer) throw refusal;
    return resolve(viewer, args);
  });
