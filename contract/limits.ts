/**
 * Limits for both sides of the wire. Lengths are in UTF-16 code units, like `maxlength` in browsers. Imported as `limits`; single constants, so that
 * browsers get only those that a page uses.
 */

/** The default for text inputs. */
export const text = 1000;
/** The text of an article, as HTML. */
export const body = 200_000;
/** The URL of a web page, in code points of its decoded form, which browsers show (`addressLength`). */
export const url = 2000;
/**
 * Bytes of the headers of a request (including its URL) or response. Node's default of 16 KB is too small for an address of 2000 emoji,
 * which takes 40,000 bytes in a query, and for the security policies of some news sites, which take up to 32 KB.
 */
export const headers = 64 * 1024;
/** The addresses that are filed one after the other, and their length in a query. */
export const addressesAtOnce = 20;
export const addressesLength = 6000;
/** The name of a tag. */
export const tag = 100;
export const tagsPerArticle = 50;
/** In the form of an article, to choose with a click. */
export const tagsOffered = 8;
export const interestsPerUser = 50;
/** Bytes of a posted form without its files. An article's text has up to 200,000 characters of up to nine bytes each when percent-encoded. */
export const form = 2_500_000;
/** A password. Longer ones are rejected, never truncated. */
export const password = 1000;
/** E-mail addresses of one invitation. */
export const emailsPerInvitation = 200;
export const teamsPerInvitation = 100;
/** RFC 5321, 4.5.3.1.3. */
export const email = 254;
/** A BCP 47 tag: the length that RFC 5646 requires implementations to support. */
export const language = 35;
/** Addresses and domains on a whitelist or blacklist. */
export const emailRules = 500;
export const emailSignature = 2000;
/** Bytes of a logo's SVG. */
export const logo = 100 * 1024;
/** A theme as JSON. All variables together take less than 1000. */
export const theme = 4000;
export const tagsPerPage = 25;
export const tagLeftovers = 50;
export const trashPerPage = 25;
export const comment = 1000;
/** Characters of a comment that are shown instead of all of it. */
export const commentExcerpt = 160;
/** Minutes for which an author can change a comment. */
export const commentMinutes = 15;
export const countriesPerArticle = 50;
/** How many of a folder's newest articles are checked for news. */
export const recentPerFolder = 10;
/** People offered for selection. */
export const peopleFound = 100;
export const attachmentsPerArticle = 50;
/** Bytes of an attachment (25 MiB). */
export const attachment = 25 * 1024 * 1024;
/** The name of a file, in characters (code points). */
export const filename = 200;
/** A page to import, in MiB. */
export const importedPageMb = 5;
/** Pictures offered from an imported page. */
export const importedPictures = 12;
/** How many duplicates of a URL are listed. */
export const duplicates = 3;
/** How many of the newest articles a feed contains. */
export const feedEntries = 50;
/** Newsletters in the feed of a folder's newsletters and on the first page of their archive. */
export const archiveIssues = 30;
export const feedName = 200;
export const feedsPerUser = 100;
export const followsPerUser = 100;
export const sourcesPerWorkspace = 2000;
/** Entries read from a feed, those shown in its preview, and its size in MiB. */
export const sourceEntries = 200;
export const sourcePreview = 5;
export const sourceMb = 5;
/** Words that decide whether an entry is filed. */
export const sourceWords = 50;
/** Articles that sources file per workspace and day. */
export const sourceArticlesPerDay = 10_000;
export const apiKeyName = 100;
export const apiKeysPerUser = 20;
export const auditEntriesAtOnce = 1000;
/** Names of sources offered for selection. */
export const sourcesFound = 100;
/** How many tags and countries are listed first. */
export const frequent = 9;
/** Folders or countries in a filter. */
export const chosenPerFilter = 200;
/** Articles of one export. */
export const exportContents = 500;
/** Pictures of one export. Further ones are omitted, and the export says so. */
export const exportPictures = 1000;
/** Bytes of the bodies in one PDF. */
export const pdfText = 3_000_000;
/** Elements of the bodies in one PDF: paragraphs, list items, cells, words in bold. */
export const pdfElements = 20_000;
/** Exports in progress per person. */
export const exportsUnderWay = 3;
/** Exports with files per person. */
export const exportsKept = 20;
/** Exports in a person's list: those with files, and failed ones. */
export const exportsListed = 50;
/** Articles that are changed at once, those that are changed within the request, and those of one transaction. */
export const articlesPerBatch = 10_000;
export const articlesPerRequest = 200;
export const articlesPerTransaction = 500;
/** Large batches in progress per person. */
export const batchesUnderWay = 3;
/** Bytes of a file with bookmarks (10 MiB), and its entries. */
export const bookmarkFile = 10 * 1024 * 1024;
export const bookmarksPerImport = 10_000;
/** The description of a bookmark, as plain text. Longer ones are cut. */
export const bookmarkText = 20_000;
/** Folders of a file that are mapped one by one, those with most bookmarks first. */
export const bookmarkFolders = 100;
/** Entries of an import that its page lists. */
export const bookmarksListed = 100;
/** Articles of one file with bookmarks. */
export const bookmarksPerFile = 100_000;
export const contentsPerPage = 12;
export const contentsPerPageMax = 100;
export const newslettersPerPage = 25;
/** The latest newsletters that are offered as templates of a new one. */
export const newsletterTemplates = 3;
/** Milliseconds for which a newsletter can be scheduled ahead. */
export const scheduledAhead = 366 * 24 * 60 * 60_000;
/** The introduction of a newsletter, as HTML. */
export const introText = 20_000;
/** The newest articles of a folder that are offered for a newsletter. */
export const newsletterArticles = 500;
export const newsletterTags = 500;
/** Texts between the articles of a newsletter, and the HTML of one of them. */
export const newsletterTextBlocks = 30;
export const textBlock = 5_000;
export const newsletterRecipients = 10_000;
/** Addresses of one import, the text that contains them, and its proof of consent. */
export const subscribersPerImport = 5_000;
export const subscriberText = 500_000;
export const consent = 2_000;
export const subscribersPerPage = 25;
/** Days until a subscription that was not confirmed is deleted. */
export const subscriptionDays = 7;
export const previewRecipients = 20;
export const deliveriesPerPage = 25;
export const membershipsPerPage = 25;
export const membersPerPage = 25;
export const invitationsPerPage = 25;
/** Bytes of a mail's HTML above which Gmail cuts it off. */
export const mailHtml = 100 * 1024;
/** Above this number of matches, a filtered total is a lower bound. */
export const exactTotal = 10_000;
