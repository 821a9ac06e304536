import bookmarksDe from "../../../locales/de/bookmarks.json";
import bookmarksEn from "../../../locales/en/bookmarks.json";
import { createTexts, type KeysOf, type Locale } from "../../texts";

const translate = createTexts({ de: { bookmarks: bookmarksDe }, en: { bookmarks: bookmarksEn } });

/** Translates a text for a downloaded file. */
export const bookmarkText = (locale: Locale, key: KeysOf<typeof bookmarksEn>): string => translate(locale, `bookmarks:${key}`);
