export { decodeText } from "./charset";
export { completeFromOembed } from "./oembed";
export type { PageImage } from "./page-facts";
export { PageTooComplex, type ReadPage, readPage } from "./read-page";
export { findRefreshUrl, maxHead } from "./refresh";
export { hasSignInField } from "./sign-in";
