import type { TFunction } from "i18next";

/** A text by "namespace:key", for loaders and actions. */
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
    "notices",
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
