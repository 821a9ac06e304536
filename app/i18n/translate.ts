import type { TFunction } from "i18next";

/** Looks up a text by "namespace:key", in loaders and actions. */
export type Translate = TFunction<
  [
    "shell",
    "articles",
    "audit",
    "auth",
    "client",
    "errors",
    "exports",
    "feeds",
    "filter",
    "folders",
    "home",
    "kept",
    "lists",
    "mailings",
    "newsletters",
    "flash",
    "pages",
    "passwords",
    "people",
    "playground",
    "search",
    "settings",
    "stream",
    "teams",
  ]
>;
