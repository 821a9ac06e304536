import type { Texts } from "./texts";

/** A small hashed file per language and namespace. In a separate chunk, because the list is larger than the other scripts of most pages. */
export const textFiles = import.meta.glob<Texts>(
  ["../../locales/*/*.json", "!../../locales/*/{api,audit,documents,flash,home,kept,mail}.json"],
  { import: "default" },
);
