/** One small hashed file a language and namespace. A module of its own: the list of them is longer than what most pages load besides. */
export const textFiles = import.meta.glob<Record<string, unknown>>(
  ["../../locales/*/*.json", "!../../locales/*/{api,audit,documents,home,kept,mail,notices}.json"],
  { import: "default" },
);
