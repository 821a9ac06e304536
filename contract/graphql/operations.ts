export const copyContentToFolder = /* GraphQL */ `
  mutation copyContentToFolder($contentId: String!, $folderId: String!) {
    copyContentToFolder(contentId: $contentId, folderId: $folderId) {
      content {
        id
      }
      errors
    }
  }
`;

/** `$id` is the id of the folder, `$page` is counted from 0. */
export const listMailings = /* GraphQL */ `
  query ListMailings($id: ID!, $page: Int) {
    mailingsCount(folderId: $id)
    mailings(folderId: $id, page: $page) {
      id
      title
      createdAt
      updatedAt
      updatedBy
      status
      scheduledFor
      publishedAt
      stoppedAt
      deliveries
      leftOut
    }
  }
`;

/** `$id` is the id of the folder. */
export const mailingTemplates = /* GraphQL */ `
  query MailingTemplates($id: ID!) {
    mailingTemplates(folderId: $id) {
      id
      title
      createdAt
      publishedAt
    }
  }
`;

/** The newsletter with its content. Visitors get only published ones, without recipients. */
export const getMailing = /* GraphQL */ `
  query GetMailing($id: ID!, $reach: Boolean) {
    mailing(id: $id, reach: $reach) {
      id
      folderId
      title
      createdAt
      updatedAt
      updatedBy
      lockVersion
      vuexState
      content
      htmlContent
      status
      scheduledFor
      publishedAt
      stoppedAt
      deliveries
      leftOut
      reach
      subscription
    }
  }
`;

/** `$id` is the id of the folder. */
export const getLatestMailing = /* GraphQL */ `
  query GetLatestMailing($id: ID!) {
    latestMailing(folderId: $id) {
      id
      folderId
      title
      createdAt
      vuexState
      content
      subscription
      htmlContent
      status
      publishedAt
    }
  }
`;

/** `$id` is the id of the folder. The articles that the draft `$mailingId` has selected are included, however old they are. */
export const folderTags = /* GraphQL */ `
  query FolderTags($id: ID!, $mailingId: ID) {
    folderTags(folderId: $id, mailingId: $mailingId) {
      id
      name
      slug
      contents {
        id
        title
        href
        folderId
        sourceName
        author
        publishedAt
        shareable
        sentAt
        isNew
        picture {
          id
          width
          height
          alt
        }
      }
    }
  }
`;

/** `$id` is the id of the folder. */
export const recipients = /* GraphQL */ `
  query Recipients($id: ID!) {
    recipients(folderId: $id) {
      id
      email
      name {
        full
      }
      interests {
        id
        name
        slug
      }
      role
      subscribed
      bounced
    }
  }
`;
