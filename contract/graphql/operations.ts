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

/** `$id` is the folder's. */
export const listMailings = /* GraphQL */ `
  query ListMailings($id: ID!) {
    mailings(folderId: $id) {
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
    }
  }
`;

/** The newsletter with what stands in it; visitors get published ones only, and nothing of their recipients. */
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
      reach
    }
  }
`;

/** `$id` is the folder's. */
export const getLatestMailing = /* GraphQL */ `
  query GetLatestMailing($id: ID!) {
    latestMailing(folderId: $id) {
      id
      folderId
      title
      createdAt
      vuexState
      content
      htmlContent
      status
      publishedAt
    }
  }
`;

/** `$id` is the folder's. */
export const folderTags = /* GraphQL */ `
  query FolderTags($id: ID!) {
    folderTags(folderId: $id) {
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

/** `$id` is the folder's. */
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
