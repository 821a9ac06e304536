import * as limits from "../limits";

/** The operations and names are part of the upstream contract. `errors` are messages in the language of the request, empty on success. */
export const typeDefs = /* GraphQL */ `
  "A value in the wire names of the REST calls."
  scalar JSON

  type Content {
    id: ID!
    title: String!
  }

  type CopyContentToFolderPayload {
    content: Content
    errors: [String!]!
  }

  enum MailingStatus {
    draft
    scheduled
    published
  }

  "What is null for visitors is for those who may send mailings of the folder."
  type Mailing {
    id: ID!
    folderId: ID!
    "The subject; null without one."
    title: String
    createdAt: String!
    updatedAt: String!
    updatedBy: JSON
    lockVersion: Int!
    status: MailingStatus!
    "The wizard's state, as the REST calls take it."
    vuexState: JSON
    "What stands in the newsletter."
    content: JSON!
    "The newsletter as a mail, without what belongs to one recipient."
    htmlContent: String!
    scheduledFor: String
    publishedAt: String
    stoppedAt: String
    "How many recipients are where."
    deliveries: JSON
    "The chosen articles that were left out, with title and reason; of a single draft, what would be left out now."
    leftOut: JSON
    "What becomes of the selected recipients, only where it is asked for: how many are reached, unsubscribed or gone."
    reach: JSON
    "The names in the form for subscribers of its folder; null without one."
    subscription: JSON
  }

  type MailingTemplate {
    id: ID!
    title: String
    createdAt: String!
    publishedAt: String
  }

  type Picture {
    id: ID!
    width: Int
    height: Int
    alt: String
  }

  type MailingContent {
    id: ID!
    title: String!
    "Where it leads: to its source, or to the article."
    href: String!
    folderId: ID!
    sourceName: String
    author: String
    publishedAt: String!
    "One that is not is left out."
    shareable: Boolean!
    "When the folder's latest newsletter with this article was published (ISO 8601)."
    sentAt: String
    "Filed since the folder's latest published newsletter was begun, and not sent with it."
    isNew: Boolean!
    picture: Picture
  }

  type FolderTag {
    id: ID!
    name: String!
    slug: String!
    "Of the newest 500 articles of the folder, the newest first."
    contents: [MailingContent!]!
  }

  type Tag {
    id: ID!
    name: String!
    slug: String!
  }

  type PersonName {
    full: String!
  }

  type Recipient {
    id: ID!
    email: String!
    name: PersonName!
    interests: [Tag!]!
    role: String!
    subscribed: Boolean!
    bounced: Boolean!
  }

  type Query {
    "Answers when the endpoint lives."
    ping: Boolean!
    "Here and below, \`folderId\` and \`id\` are two names of the same argument, one of which is required. A page of ${limits.newslettersPerPage}, counted from 0, the newest first."
    mailings(folderId: ID, id: ID, page: Int): [Mailing!]!
    mailingsCount(folderId: ID, id: ID): Int!
    "The latest ${limits.newsletterTemplates} that are no drafts."
    mailingTemplates(folderId: ID, id: ID): [MailingTemplate!]!
    "Without a session too: visitors see what is published."
    mailing(id: ID!, reach: Boolean): Mailing
    "Without a session too; null when nothing was published yet."
    latestMailing(folderId: ID, id: ID): Mailing
    folderTags(folderId: ID, id: ID, mailingId: ID): [FolderTag!]!
    recipients(folderId: ID, id: ID): [Recipient!]!
  }

  type Mutation {
    "The same \`Idempotency-Key\` header with the same variables from the same person answers the copy it made the first time."
    copyContentToFolder(contentId: String!, folderId: String!): CopyContentToFolderPayload!
  }
`;
