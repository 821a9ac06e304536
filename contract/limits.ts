/** Limits that both sides of the wire know. Lengths are in UTF-16 code units, as browsers count `maxlength`. */
export const limits = {
  /** Every text input. */
  text: 1000,
  /** The text of an article, as HTML. */
  body: 200_000,
  /** An address of a web page. */
  url: 2000,
  /** The name of a tag. */
  tag: 100,
  tagsPerArticle: 50,
  interestsPerUser: 50,
  /** A password: longer ones are refused, none is ever cut. Matches every text input. */
  password: 1000,
  /** Addresses of one invitation. */
  emailsPerInvitation: 200,
  /** RFC 5321, 4.5.3.1.3. */
  email: 254,
  /** A BCP 47 tag; RFC 5646 asks for room for this much. */
  language: 35,
  /** Addresses and domains of a white or black list. */
  emailRules: 500,
  emailSignature: 2000,
  /** Bytes of a logo's SVG. */
  logo: 100 * 1024,
  /** A theme as JSON: every variable with a colour needs less than 1000. */
  theme: 4000,
  tagsPerPage: 25,
  comment: 1000,
  countriesPerArticle: 50,
  /** The newest articles of a folder that are looked at for what is new to somebody. */
  recentPerFolder: 10,
  /** People offered to choose from. */
  peopleFound: 100,
  attachmentsPerArticle: 50,
  /** Bytes of an attachment: 25 MB, as file managers count them. */
  attachment: 25 * 1024 * 1024,
  /** The name of a file, in characters as people count them. */
  filename: 200,
  /** A page to import, in units of 1024 × 1024 bytes. */
  importedPageMb: 5,
  /** Pictures taken over from an imported page. */
  importedPictures: 12,
  /** So many articles from one address are named to who enters it again. */
  duplicates: 3,
  /** New articles are counted up to here. */
  news: 99,
  /** The newest articles that a feed holds. */
  feedEntries: 50,
  feedName: 200,
  feedsPerUser: 100,
  /** Names of sources offered to choose from. */
  sourcesFound: 100,
  /** Tags, and countries, that are offered before all others. */
  frequent: 9,
  /** Folders or countries that a list is narrowed to. */
  chosenPerFilter: 200,
  /** Articles of one export. */
  exportContents: 500,
  /** Pictures of one export; further ones are left out, and it says so. */
  exportPictures: 1000,
  /** Bytes of the bodies in one PDF. */
  pdfText: 3_000_000,
  /** Elements of the bodies in one PDF: paragraphs, items, cells, words in bold. */
  pdfElements: 20_000,
  /** Exports that one person has under way at once. */
  exportsUnderWay: 3,
  /** Exports whose files one person has at once. */
  exportsKept: 20,
  /** Exports in the list of one's own: those kept, and failed ones beside them. */
  exportsListed: 50,
  contentsPerPage: 12,
  contentsPerPageMax: 100,
  /** The introduction of a newsletter, as HTML. */
  introText: 20_000,
  /** The newest articles of a folder that a newsletter is made of. */
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
  /** Above this many matches a filtered total is a lower bound. */
  exactTotal: 10_000,
} as const;
