/** Limits for both sides of the wire. Lengths are in UTF-16 code units, like `maxlength` in browsers. */
export const limits = {
  /** The default for text inputs. */
  text: 1000,
  /** The text of an article, as HTML. */
  body: 200_000,
  /** The URL of a web page. */
  url: 2000,
  /** The name of a tag. */
  tag: 100,
  tagsPerArticle: 50,
  interestsPerUser: 50,
  /** A password. Longer ones are rejected, never truncated. */
  password: 1000,
  /** E-mail addresses of one invitation. */
  emailsPerInvitation: 200,
  /** RFC 5321, 4.5.3.1.3. */
  email: 254,
  /** A BCP 47 tag: the length that RFC 5646 requires implementations to support. */
  language: 35,
  /** Addresses and domains on a whitelist or blacklist. */
  emailRules: 500,
  emailSignature: 2000,
  /** Bytes of a logo's SVG. */
  logo: 100 * 1024,
  /** A theme as JSON. All variables together take less than 1000. */
  theme: 4000,
  tagsPerPage: 25,
  comment: 1000,
  /** Minutes for which an author can change a comment. */
  commentMinutes: 15,
  countriesPerArticle: 50,
  /** How many of a folder's newest articles are checked for news. */
  recentPerFolder: 10,
  /** People offered for selection. */
  peopleFound: 100,
  attachmentsPerArticle: 50,
  /** Bytes of an attachment (25 MiB). */
  attachment: 25 * 1024 * 1024,
  /** The name of a file, in characters (code points). */
  filename: 200,
  /** A page to import, in MiB. */
  importedPageMb: 5,
  /** Pictures offered from an imported page. */
  importedPictures: 12,
  /** How many duplicates of a URL are listed. */
  duplicates: 3,
  /** New articles are counted up to this number. */
  news: 99,
  /** How many of the newest articles a feed contains. */
  feedEntries: 50,
  feedName: 200,
  feedsPerUser: 100,
  /** Names of sources offered for selection. */
  sourcesFound: 100,
  /** How many tags and countries are listed first. */
  frequent: 9,
  /** Folders or countries in a filter. */
  chosenPerFilter: 200,
  /** Articles of one export. */
  exportContents: 500,
  /** Pictures of one export. Further ones are omitted, and the export says so. */
  exportPictures: 1000,
  /** Bytes of the bodies in one PDF. */
  pdfText: 3_000_000,
  /** Elements of the bodies in one PDF: paragraphs, list items, cells, words in bold. */
  pdfElements: 20_000,
  /** Exports in progress per person. */
  exportsUnderWay: 3,
  /** Exports with files per person. */
  exportsKept: 20,
  /** Exports in a person's list: those with files, and failed ones. */
  exportsListed: 50,
  contentsPerPage: 12,
  contentsPerPageMax: 100,
  /** The introduction of a newsletter, as HTML. */
  introText: 20_000,
  /** The newest articles of a folder that are offered for a newsletter. */
  mailingContents: 500,
  mailingTags: 500,
  mailingRecipients: 10_000,
  previewRecipients: 20,
  deliveriesPerPage: 25,
  membershipsPerPage: 25,
  membersPerPage: 25,
  invitationsPerPage: 25,
  /** Bytes of a mail's HTML above which Gmail cuts it off. */
  mailHtml: 100 * 1024,
  /** Above this number of matches, a filtered total is a lower bound. */
  exactTotal: 10_000,
} as const;
